//! Which worker has which partitions: leases that end when they are not renewed, shared out evenly among
//! the workers that are alive.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use futures_util::TryStreamExt;

use super::broker::{Broker, LEASE, NatsError};

/// How often leases are renewed: twice may fail before they end.
const RENEW: Duration = Duration::from_millis(LEASE.as_millis() as u64 / 4);

/// The leases of one worker.
pub(super) struct Leases {
    worker: String,
    /// The revision of each lease.
    held: BTreeMap<u32, u64>,
    renewed: Option<Instant>,
}

impl Leases {
    pub(super) fn of(worker: String) -> Leases {
        Leases {
            worker,
            held: BTreeMap::new(),
            renewed: None,
        }
    }

    /// The partitions that this worker has.
    pub(super) fn partitions(&self) -> Vec<u32> {
        self.held.keys().copied().collect()
    }

    pub(super) fn has(&self, partition: u32) -> bool {
        self.held.contains_key(&partition)
    }

    /// Renews what is held, takes what is free up to this worker's share, gives back what is beyond it.
    pub(super) async fn tend(&mut self, broker: &Broker) -> Result<(), NatsError> {
        if self.renewed.is_some_and(|at| at.elapsed() < RENEW) {
            return Ok(());
        }
        self.renewed = Some(Instant::now());
        let presence = format!("worker.{}", self.worker);
        let here = broker.leases.put(presence, "here".into()).await;
        here.map_err(NatsError::of)?;
        self.renew(broker).await;
        let share = self.share(broker).await?;
        while self.held.len() > share {
            let Some((partition, revision)) = self.held.pop_last() else {
                break;
            };
            let name = lease(partition);
            // What cannot be given back ends by itself.
            let _ = broker
                .leases
                .delete_expect_revision(name, Some(revision))
                .await;
        }
        for partition in 0..broker.partitions {
            if self.held.len() < share && !self.has(partition) {
                self.take(broker, partition).await;
            }
        }
        Ok(())
    }

    /// Gives everything back, so that others need not wait.
    pub(super) async fn give_back(&mut self, broker: &Broker) {
        for (partition, revision) in std::mem::take(&mut self.held) {
            let name = lease(partition);
            let _ = broker
                .leases
                .delete_expect_revision(name, Some(revision))
                .await;
        }
        let _ = broker
            .leases
            .delete(format!("worker.{}", self.worker))
            .await;
    }

    async fn renew(&mut self, broker: &Broker) {
        let mut kept = BTreeMap::new();
        for (partition, revision) in std::mem::take(&mut self.held) {
            let renewed = broker
                .leases
                .update(lease(partition), self.worker.clone().into(), revision)
                .await;
            if let Ok(revision) = renewed {
                kept.insert(partition, revision);
            }
        }
        self.held = kept;
    }

    async fn take(&mut self, broker: &Broker, partition: u32) {
        let taken = broker
            .leases
            .create(lease(partition), self.worker.clone().into())
            .await;
        if let Ok(revision) = taken {
            self.held.insert(partition, revision);
        }
    }

    /// How many partitions are this worker's, with all that are alive.
    async fn share(&self, broker: &Broker) -> Result<usize, NatsError> {
        let keys = broker.leases.keys().await.map_err(NatsError::of)?;
        let keys: Vec<String> = keys.try_collect().await.map_err(NatsError::of)?;
        let alive = keys.iter().filter(|key| key.starts_with("worker."));
        let alive = alive.count().max(1);
        Ok((broker.partitions as usize).div_ceil(alive))
    }
}

fn lease(partition: u32) -> String {
    format!("partition.{partition}")
}
