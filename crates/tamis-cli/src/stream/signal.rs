//! Ending when the person or the system asks for it: after what is under way, so that nothing has to be
//! done again.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::messages;

/// Set when the program is asked to end; asked a second time it ends at once.
pub(super) fn stop_on_signal() -> anyhow::Result<&'static AtomicBool> {
    static STOP: AtomicBool = AtomicBool::new(false);
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        messages::note("ends after what is under way; once more to end at once");
    })?;
    Ok(&STOP)
}
