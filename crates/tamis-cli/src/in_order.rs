//! Work spread over the threads, results in the order of the items, memory bounded.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;

/// Items in work or waiting for an earlier one, a thread: enough that one slow page does not leave
/// the other threads idle, few enough that memory stays that of some pages.
const WINDOW_PER_THREAD: usize = 8;

/// Does `work` on every item with the pool's threads and hands the results to `take` in the order of
/// the items. Items are asked for as there is room; an item whose work panics gives `None`.
///
/// # Errors
/// When `take` fails; items not yet begun are left.
pub(crate) fn in_order<T, R, E>(
    pool: &rayon::ThreadPool,
    items: impl Iterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
    mut take: impl FnMut(Option<R>) -> Result<(), E>,
) -> Result<(), E>
where
    T: Send,
    R: Send,
{
    let work = |item| catch_unwind(AssertUnwindSafe(|| work(item))).ok();
    if pool.current_num_threads() == 1 {
        // Nothing is gained by handing pages over, and what was just read is still in the cache.
        return items.map(work).try_for_each(take);
    }
    let window = WINDOW_PER_THREAD * pool.current_num_threads();
    let mut items = items.fuse().enumerate();
    let work = &work;
    let (sender, results) = mpsc::channel();
    pool.in_place_scope(|scope| {
        let mut waiting = BTreeMap::new();
        let (mut begun, mut taken) = (0, 0);
        loop {
            while begun - taken < window {
                let Some((index, item)) = items.next() else {
                    break;
                };
                let sender = sender.clone();
                begun += 1;
                scope.spawn(move |_| {
                    // The other end is gone only when taking has failed.
                    let _ = sender.send((index, work(item)));
                });
            }
            if taken == begun {
                return Ok(());
            }
            let (index, result) = results.recv().expect("a sender is held here");
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&taken) {
                taken += 1;
                take(result)?;
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_the_items() {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(3)
            .build()
            .unwrap();
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
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(2)
            .build()
            .unwrap();
        let result = in_order(
            &pool,
            0..,
            |n| n,
            |n| if n == Some(5) { Err("full") } else { Ok(()) },
        );
        assert_eq!(result, Err("full"));
    }
}
