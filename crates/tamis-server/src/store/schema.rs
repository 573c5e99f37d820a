//! The tables of a store.

use crate::database::Layout;

/// A store of a stream: "tamS".
pub(super) const STORE: Layout = Layout {
    application: 0x7461_6d53,
    steps: &[TABLES, LEARNING],
};

const TABLES: &str = "
CREATE TABLE documents (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  url TEXT NOT NULL,
  url_key TEXT NOT NULL,
  domain TEXT NOT NULL,
  title TEXT,
  date TEXT,
  day INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  list INTEGER NOT NULL,
  seen INTEGER NOT NULL,
  text TEXT NOT NULL,
  memory BLOB
);
CREATE INDEX documents_by_key ON documents (url_key);
CREATE INDEX documents_by_domain ON documents (domain, number);
CREATE TABLE duplicates (
  url TEXT PRIMARY KEY,
  url_key TEXT NOT NULL,
  duplicate_of TEXT
) WITHOUT ROWID;
CREATE TABLE pages (hash INTEGER PRIMARY KEY);
CREATE TABLE feeds (
  address TEXT PRIMARY KEY,
  title TEXT,
  minutes INTEGER NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0,
  next INTEGER NOT NULL DEFAULT 0,
  gone INTEGER NOT NULL DEFAULT 0,
  trouble TEXT
) WITHOUT ROWID;
CREATE TABLE items (hash INTEGER PRIMARY KEY, tries INTEGER NOT NULL);
CREATE TABLE delivered (output TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID;
CREATE VIRTUAL TABLE search USING fts5 (
  title, text, content = 'documents', content_rowid = 'number', tokenize = 'unicode61 remove_diacritics 2'
);
";

/// What a site's learning curve is drawn from; of older documents it is not known.
const LEARNING: &str = "
ALTER TABLE documents ADD COLUMN page_words INTEGER;
ALTER TABLE documents ADD COLUMN repeated_words INTEGER;
";
