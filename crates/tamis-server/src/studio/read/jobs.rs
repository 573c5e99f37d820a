//! All jobs of a studio: few at once, and of those that are over the newest.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use axum::http::StatusCode;
use rayon::ThreadPool;

use super::super::Studio;
use super::super::trouble::Trouble;
use super::job::{self, Job};
use super::wanted::Wanted;

/// Jobs that are done at once.
const MAX_RUNNING: usize = 2;

/// Jobs that are known, with their documents.
const MAX_KNOWN: usize = 8;

/// The jobs, the oldest first.
pub(in super::super) struct Jobs {
    jobs: Mutex<VecDeque<Arc<Job>>>,
    /// Where pictures are decoded.
    pool: ThreadPool,
}

impl Jobs {
    /// `None` where the system gives no threads.
    pub(in super::super) fn new() -> Option<Jobs> {
        Some(Jobs {
            jobs: Mutex::default(),
            pool: rayon::ThreadPoolBuilder::new().build().ok()?,
        })
    }

    pub(super) fn pool(&self) -> &ThreadPool {
        &self.pool
    }

    /// Begins a job.
    pub(super) fn begin(&self, studio: &Arc<Studio>, wanted: Wanted) -> Result<Arc<Job>, Trouble> {
        let mut jobs = self.lock();
        let running = jobs.iter().filter(|job| !job.is_over()).count();
        if running >= MAX_RUNNING {
            let why = format!("{MAX_RUNNING} jobs are under way; wait for one or call it off");
            return Err(Trouble::new(StatusCode::TOO_MANY_REQUESTS, why));
        }
        while jobs.len() >= MAX_KNOWN {
            let oldest = jobs.iter().position(|job| job.is_over());
            jobs.remove(oldest.unwrap_or(0));
        }
        let job = Job::new(wanted).ok_or_else(Trouble::broken)?;
        let (own, studio) = (Arc::clone(&job), Arc::clone(studio));
        let begun = thread::Builder::new()
            .name("job".to_owned())
            .spawn(move || job::run(&studio, &own));
        begun.map_err(|_| Trouble::broken())?;
        jobs.push_back(Arc::clone(&job));
        Ok(job)
    }

    pub(super) fn get(&self, id: &str) -> Result<Arc<Job>, Trouble> {
        let jobs = self.lock();
        let found = jobs.iter().find(|job| job.told().id == id);
        let none = || {
            Trouble::new(
                StatusCode::NOT_FOUND,
                "there is no such job; it may be forgotten",
            )
        };
        found.map(Arc::clone).ok_or_else(none)
    }

    pub(super) fn all(&self) -> Vec<Arc<Job>> {
        self.lock().iter().map(Arc::clone).collect()
    }

    pub(super) fn forget(&self, id: &str) {
        self.lock().retain(|job| job.told().id != id);
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Arc<Job>>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
