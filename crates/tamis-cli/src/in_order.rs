//! Work spread over the threads, results in the order of the items, memory bounded.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Items in work or waiting for an earlier one, a thread: enough that one slow page does not leave
/// the other threads idle, few enough that memory stays that of some pages.
const WINDOW_PER_THREAD: usize = 8;

/// Does `work` on every item with the pool's threads and hands the results to `take` in the order of
/// the items. Items are asked for as there is room; an item whose work panics gives `None`.
///
/// The thread that works on an item asks for it, so that a page is read on the core that takes it
/// apart, and hands over what is ready, so that no further thread is woken for every page: with one
/// that read and took for all, two cores did 1.75 times the work of one, and so they do 1.9 times.
///
/// # Errors
/// When `take` fails; items not yet begun are left.
pub(crate) fn in_order<T, R, E>(
    pool: &rayon::ThreadPool,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
    take: impl FnMut(Option<R>) -> Result<(), E> + Send,
) -> Result<(), E>
where
    R: Send,
    E: Send,
{
    let work = |item| catch_unwind(AssertUnwindSafe(|| work(item))).ok();
    if pool.current_num_threads() == 1 {
        return items.map(work).try_for_each(take);
    }
    let queue = Queue {
        items: Mutex::new(items.fuse().enumerate()),
        take: Mutex::new(take),
        line: Mutex::new(Line::default()),
        has_room: Condvar::new(),
        window: WINDOW_PER_THREAD * pool.current_num_threads(),
    };
    pool.broadcast(|_| {
        let _at_the_end = Closing(&queue);
        while let Some((index, item)) = queue.next() {
            queue.hand_over(index, work(item));
        }
    });
    let line = queue.line.into_inner();
    let failure = line.unwrap_or_else(PoisonError::into_inner).failure;
    failure.map_or(Ok(()), Err)
}

/// What the threads share.
struct Queue<I, F, R, E> {
    items: Mutex<I>,
    take: Mutex<F>,
    line: Mutex<Line<R, E>>,
    has_room: Condvar,
    window: usize,
}

/// How far the work is.
struct Line<R, E> {
    begun: usize,
    taken: usize,
    /// Results that wait for an earlier one, or for the thread that hands over.
    ready: BTreeMap<usize, R>,
    /// Whether a thread hands results over; it goes on while there are some.
    is_handing: bool,
    /// Whether nothing more is begun.
    is_closed: bool,
    failure: Option<E>,
}

impl<T, R, E, I, F> Queue<I, F, R, E>
where
    I: Iterator<Item = (usize, T)>,
    F: FnMut(R) -> Result<(), E>,
{
    /// The next item with its number, once there is room for it.
    fn next(&self) -> Option<(usize, T)> {
        let is_full =
            |line: &mut Line<R, E>| !line.is_closed && line.begun - line.taken >= self.window;
        let line = self.has_room.wait_while(held(&self.line), is_full);
        let mut line = line.unwrap_or_else(PoisonError::into_inner);
        if line.is_closed {
            return None;
        }
        line.begun += 1;
        drop(line);
        held(&self.items).next()
    }

    /// Hands over a result and those that waited for it, unless another thread is about it.
    fn hand_over(&self, index: usize, result: R) {
        let mut line = held(&self.line);
        line.ready.insert(index, result);
        if line.is_handing {
            return;
        }
        line.is_handing = true;
        loop {
            let next = line.taken;
            let Some(result) = line.ready.remove(&next) else {
                break;
            };
            drop(line);
            let taken = held(&self.take)(result);
            line = held(&self.line);
            if let Err(error) = taken {
                // Handing over ends here for all threads.
                line.failure = Some(error);
                line.is_closed = true;
                return;
            }
            if line.begun - line.taken == self.window {
                self.has_room.notify_all();
            }
            line.taken += 1;
        }
        line.is_handing = false;
    }
}

impl<R, E> Default for Line<R, E> {
    fn default() -> Self {
        Self {
            begun: 0,
            taken: 0,
            ready: BTreeMap::new(),
            is_handing: false,
            is_closed: false,
            failure: None,
        }
    }
}

/// Closes the queue when a thread has come to its end: there are no more items, handing over has
/// failed, or something panicked. No other thread may wait for room then.
struct Closing<'q, I, F, R, E>(&'q Queue<I, F, R, E>);

impl<I, F, R, E> Drop for Closing<'_, I, F, R, E> {
    fn drop(&mut self) {
        held(&self.0.line).is_closed = true;
        self.0.has_room.notify_all();
    }
}

/// A lock that stays usable for the other threads when one has panicked.
fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::*;

    fn pool(threads: usize) -> rayon::ThreadPool {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
        builder.build().unwrap()
    }

    #[test]
    fn results_keep_the_order_of_the_items() {
        let pool = pool(3);
        let mut seen = Vec::new();
        let slow_first = |n: u64| {
            std::thread::sleep(std::time::Duration::from_micros(500 - n * 5));
            assert_ne!(n, 41, "this one breaks");
            n
        };
        let taken: Result<(), ()> = in_order(&pool, 0..100, slow_first, |result| {
            seen.push(result);
            Ok(())
        });
        assert_eq!(taken, Ok(()));
        let expected: Vec<_> = (0..100).map(|n| (n != 41).then_some(n)).collect();
        assert_eq!(seen, expected);
    }

    #[test]
    fn a_failure_ends_the_work() {
        let pool = pool(2);
        let result = in_order(
            &pool,
            0..,
            |n| n,
            |n| if n == Some(5) { Err("full") } else { Ok(()) },
        );
        assert_eq!(result, Err("full"));
    }

    #[test]
    fn no_more_items_are_asked_for_than_there_is_room() {
        let pool = pool(2);
        let (asked, taken) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let items = (0..200).inspect(|_| {
            let ahead = asked.fetch_add(1, Relaxed) - taken.load(Relaxed);
            assert!(ahead < 2 * WINDOW_PER_THREAD, "{ahead} items ahead");
        });
        let slow_to_take = |_| {
            std::thread::sleep(std::time::Duration::from_micros(100));
            taken.fetch_add(1, Relaxed);
            Ok::<_, ()>(())
        };
        assert_eq!(in_order(&pool, items, |n: u64| n, slow_to_take), Ok(()));
        assert_eq!(taken.into_inner(), 200);
    }

    #[test]
    fn what_panics_around_the_work_is_told_and_leaves_no_thread_waiting() {
        let pool = pool(2);
        let breaks_at = |broken: u64| move |n: &u64| assert_ne!(*n, broken, "this one breaks");
        let asking = catch_unwind(AssertUnwindSafe(|| {
            in_order(
                &pool,
                (0..).inspect(breaks_at(50)),
                |n| n,
                |_| Ok::<_, ()>(()),
            )
        }));
        assert!(asking.is_err());
        let taking = catch_unwind(AssertUnwindSafe(|| {
            let take = |n: Option<u64>| {
                breaks_at(50)(&n.unwrap());
                Ok::<_, ()>(())
            };
            in_order(&pool, 0.., |n| n, take)
        }));
        assert!(taking.is_err());
    }
}
