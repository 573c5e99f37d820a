//! One site of the stream: which of its pages are one document, and what is remembered of them.

use super::StreamOptions;
use super::document::{Remembered, StreamDocument, TakenDocument};
use super::filtered::Filtered;
use super::memory::SiteMemory;
use super::page::Read;
use crate::link::{self, Identity, KeyBook, Standing};
use crate::stream::{Digest, Domain, Heuristic, Tree, branch, day_of};

/// A site.
#[derive(Clone, Debug)]
pub(super) struct Site {
    pub(super) memory: SiteMemory,
    pub(super) book: KeyBook,
    day: i32,
}

impl Site {
    pub(super) fn new(heuristic: Heuristic) -> Site {
        Site {
            memory: match heuristic {
                Heuristic::Fused => SiteMemory::Fused(Domain::new()),
                _ => SiteMemory::Counted(Tree::with_levels()),
            },
            book: KeyBook::new(),
            day: 0,
        }
    }

    pub(super) fn take(
        &mut self,
        read: Read,
        domain: String,
        options: &StreamOptions,
    ) -> TakenDocument {
        let page = link::Page {
            address: &read.address,
            claims: &read.claims,
            sketch: &read.sketch,
        };
        let identity = self.book.identify(&page, &options.rules);
        let seen = self.memory.documents();
        let duplicate_of = match identity.standing {
            Standing::New => None,
            Standing::Copy(number) => self.book.address(number).map(str::to_owned),
            Standing::Revision(number) => {
                self.forget(number);
                Some(read.address.to_string())
            }
        };
        let is_copy = matches!(identity.standing, Standing::Copy(_));
        self.day = read.date.as_deref().and_then(day_of).unwrap_or(self.day);
        let judged = match is_copy {
            true => self.memory.look_at(&read.blocks, options.heuristic),
            false => {
                let branch = branch(&identity.key);
                self.memory
                    .take(&read.blocks, &branch, self.day, options.heuristic)
            }
        };
        let lists = judged.lists.iter();
        let lists = lists.filter_map(|&number| self.book.key(number).map(str::to_owned));
        let lists = lists.collect();
        let memory = (!is_copy).then(|| {
            self.book
                .register(&page, &identity, judged.number, &options.rules);
            self.retain(options);
            self.remembered(&read, &identity, judged.digest)
        });
        let (filter, text, unfit) = match read.filtered {
            Some(Filtered::Kept { filter, text }) => (Some(filter), text, None),
            Some(Filtered::Unfit(refused)) => (None, judged.text, Some(refused)),
            None => (None, judged.text, None),
        };
        let title = read
            .title
            .or(Some(read.claims.title))
            .filter(|title| !title.is_empty());
        TakenDocument {
            document: StreamDocument {
                url: read.address.into(),
                url_key: identity.key,
                revision: matches!(identity.standing, Standing::Revision(_)),
                duplicate_of,
                title,
                date: read.date,
                domain,
                seen,
                list: judged.is_list,
                filter,
                text,
            },
            memory,
            lists,
            page_words: judged.page_words,
            repeated_words: judged.repeated_words,
            unfit,
        }
    }

    pub(super) fn restore(&mut self, remembered: &Remembered, options: &StreamOptions) {
        let page = link::Page {
            address: &remembered.address,
            claims: &remembered.claims,
            sketch: &remembered.sketch,
        };
        let identity = self.book.identify(&page, &options.rules);
        if let Standing::Revision(number) | Standing::Copy(number) = identity.standing {
            self.forget(number);
        }
        self.day = remembered.day;
        let branch = branch(&remembered.key);
        let number = self.memory.restore(&remembered.digest, &branch, self.day);
        let identity = Identity::known(&remembered.key);
        self.book.register(&page, &identity, number, &options.rules);
        self.retain(options);
    }

    fn remembered(&self, read: &Read, identity: &Identity, digest: Digest) -> Remembered {
        Remembered {
            address: read.address.clone(),
            key: identity.key.clone(),
            claims: read.claims.clone(),
            sketch: read.sketch.clone(),
            digest,
            day: self.day,
        }
    }

    fn forget(&mut self, number: u32) {
        self.book.forget(number);
        self.memory.forget(number);
    }

    fn retain(&mut self, options: &StreamOptions) {
        if let Some(oldest) = self.memory.retain(&options.retention, self.day) {
            self.book.forget_before(oldest);
        }
    }
}
