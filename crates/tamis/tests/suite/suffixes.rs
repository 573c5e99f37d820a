//! The packed table of public suffixes against the list it comes from.
//!
//! `UPDATE_EXPECT=1` packs it anew, after `data/public_suffix_list.dat` was taken from its home.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use tamis::link::registrable_domain;
use url::{Host, Url};

/// Labels of a block: more make the table smaller and a search longer. At 8 it is 64 KB and a search takes
/// .2 µs; at 16 they are 62 KB and .27 µs (November 2026).
const BLOCK: usize = 8;

// The flags that `src/link/suffix.rs` describes.
const RULE: u8 = 1;
const WILDCARD: u8 = 2;
const CHILDREN: u8 = 4;
const LAST: u8 = 8;
const MAX_SHARED: usize = 15;

#[test]
fn the_table_is_the_list() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/link/suffix/table.bin");
    let mut root = Node::default();
    for rule in rules() {
        root.add(&rule);
    }
    let packed = pack(&root);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, &packed).unwrap();
    }
    assert!(
        std::fs::read(&path).unwrap() == packed,
        "the list has changed: UPDATE_EXPECT=1 packs it anew"
    );
}

#[test]
fn every_rule_is_followed() {
    let rules: BTreeSet<String> = rules().collect();
    let mut hosts = BTreeSet::new();
    for rule in &rules {
        let name = rule.trim_start_matches('!').replace('*', "wild");
        for labels in ["", "a.", "b.a.", "c.b.a."] {
            hosts.insert(format!("{labels}{name}"));
        }
        if let Some((_, parent)) = name.split_once('.') {
            hosts.insert(format!("zz.{parent}"));
            hosts.insert(format!("zz.yy.{parent}"));
        }
    }
    for host in hosts {
        let url = Url::parse(&format!("https://{host}/")).unwrap();
        assert_eq!(
            registrable_domain(&url),
            Some(plainly(&rules, &host)),
            "{host}"
        );
    }
}

/// The rules of the list, as hosts are written in addresses.
fn rules() -> impl Iterator<Item = String> {
    include_str!("../../data/public_suffix_list.dat")
        .lines()
        .filter(|line| !line.starts_with("//"))
        .filter_map(|line| line.split_whitespace().next())
        .map(
            |rule| match (rule.strip_prefix('!'), rule.strip_prefix("*.")) {
                (Some(name), _) => format!("!{}", ascii(name)),
                (_, Some(name)) => format!("*.{}", ascii(name)),
                _ => ascii(rule),
            },
        )
}

fn ascii(name: &str) -> String {
    Host::parse(name).unwrap().to_string()
}

/// The registered part of a host by the list's own description of the algorithm.
fn plainly<'h>(rules: &BTreeSet<String>, host: &'h str) -> &'h str {
    let from: Vec<&str> = std::iter::once(host)
        .chain(host.match_indices('.').map(|(dot, _)| &host[dot + 1..]))
        .collect();
    let wild = |name: &str| name.split_once('.').map(|(_, rest)| format!("*.{rest}"));
    let suffix = from
        .iter()
        .position(|name| rules.contains(&format!("!{name}")))
        .map(|exception| exception + 1)
        .or_else(|| {
            from.iter().position(|name| {
                rules.contains(*name) || wild(name).is_some_and(|rule| rules.contains(&rule))
            })
        })
        .unwrap_or(from.len() - 1);
    from[suffix.saturating_sub(1)]
}

/// A label and what is below it.
#[derive(Default, PartialEq, Eq, PartialOrd, Ord)]
struct Node {
    kind: u8,
    children: BTreeMap<String, Node>,
}

impl Node {
    fn add(&mut self, rule: &str) {
        let (name, kind) = match (rule.strip_prefix('!'), rule.strip_prefix("*.")) {
            (Some(name), _) => (name, 0),
            (_, Some(name)) => (name, WILDCARD),
            _ => (rule, RULE),
        };
        assert!(!name.contains('*'), "{rule}: only a first label may be any");
        let mut node = self;
        for label in name.rsplit('.') {
            node = node.children.entry(label.to_owned()).or_default();
        }
        node.kind |= kind;
    }
}

/// The list of the labels below `root`, and after it those below them, each of several equal ones once.
fn pack(root: &Node) -> Vec<u8> {
    let mut table = Vec::new();
    let mut known: BTreeMap<&BTreeMap<String, Node>, usize> = BTreeMap::new();
    let mut waiting = vec![(&root.children, None)];
    while let Some((list, from)) = waiting.pop() {
        let at = *known.entry(list).or_insert_with(|| {
            let at = table.len();
            waiting.extend(pack_list(list, &mut table));
            at
        });
        if let Some(from) = from {
            write(&mut table, from, at);
        }
    }
    table
}

/// Adds a list to the table. Returns the lists below it, with where the table is to say where they are.
fn pack_list<'n>(
    list: &'n BTreeMap<String, Node>,
    table: &mut Vec<u8>,
) -> Vec<(&'n BTreeMap<String, Node>, Option<usize>)> {
    let labels: Vec<(&String, &Node)> = list.iter().collect();
    let blocks = labels.len().div_ceil(BLOCK);
    table.push(u8::try_from(blocks).unwrap());
    let starts = table.len();
    table.resize(starts + 2 * (blocks - 1), 0);
    let first = table.len();
    let mut below = Vec::new();
    for (n, block) in labels.chunks(BLOCK).enumerate() {
        if n > 0 {
            let start = table.len() - first;
            write(table, starts + 2 * (n - 1), start);
        }
        let mut before = "";
        for (m, (label, node)) in block.iter().enumerate() {
            let shared = shared(before, label);
            let last = if m + 1 == block.len() { LAST } else { 0 };
            let children = if node.children.is_empty() {
                0
            } else {
                CHILDREN
            };
            let shares = u8::try_from(shared).unwrap() << 4;
            table.push(node.kind | children | last | shares);
            table.extend(&label.as_bytes()[shared..]);
            *table.last_mut().unwrap() |= 0x80;
            if children != 0 {
                below.push((&node.children, Some(table.len())));
                table.extend([0; 2]);
            }
            before = label;
        }
    }
    below
}

fn shared(one: &str, other: &str) -> usize {
    let pairs = one.bytes().zip(other.bytes()).take(MAX_SHARED);
    pairs.take_while(|(a, b)| a == b).count()
}

fn write(table: &mut [u8], at: usize, number: usize) {
    let number = u16::try_from(number).expect("the table fits sixteen bits");
    table[at..at + 2].copy_from_slice(&number.to_le_bytes());
}
