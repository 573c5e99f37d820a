//! The system's allocator, with a count of what is allocated now and at most.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// The allocator.
pub(crate) struct Counting;

/// Begins a new measurement; gives what is allocated now.
pub(crate) fn reset() -> usize {
    PEAK.store(NOW.load(Relaxed), Relaxed);
    NOW.load(Relaxed)
}

/// The most that was allocated since.
pub(crate) fn peak() -> usize {
    PEAK.load(Relaxed)
}

fn grow(size: usize) {
    let now = NOW.fetch_add(size, Relaxed) + size;
    PEAK.fetch_max(now, Relaxed);
}

// SAFETY: everything is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        // SAFETY: as for the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as for the caller.
        unsafe { System.dealloc(pointer, layout) }
    }

    /// What lives is counted: a table that grows where it stands, or is moved by the kernel, is there once.
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        NOW.fetch_sub(layout.size(), Relaxed);
        grow(size);
        // SAFETY: as for the caller.
        unsafe { System.realloc(pointer, layout, size) }
    }
}
