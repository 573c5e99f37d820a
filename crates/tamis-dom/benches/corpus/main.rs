//! How fast a folder of pages is parsed, and in how much memory, beside html5ever and Lexbor.
//!
//! ```text
//! cargo bench -p tamis-dom --bench corpus -- FOLDER [ROUNDS]
//! ```
//!
//! Times are CPU times of one core, the parsers take turns, and the best round of each counts. All get
//! the bytes of a page and give its whole tree; ours and html5ever's determine the encoding too.
//! Lexbor runs under selectolax if `python3` has it (`pip install selectolax`).

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]
#![allow(
    unsafe_code,
    reason = "an allocator that counts, and the clock of the CPU"
)]

mod allocator;
#[allow(
    unreachable_pub,
    missing_docs,
    dead_code,
    reason = "the tests have it too"
)]
mod html5ever_arena;
mod lexbor;

use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use tamis_dom::{Document, NodeId};

#[global_allocator]
static ALLOCATOR: allocator::Counting = allocator::Counting;

fn main() {
    let mut arguments = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench");
    let folder = arguments
        .next()
        .or_else(|| Some(std::env::var("TAMIS_WCXB").ok()? + "/html"));
    let rounds: usize = arguments
        .next()
        .and_then(|rounds| rounds.parse().ok())
        .unwrap_or(5);
    let Some(folder) = folder else {
        println!(
            "name a folder of pages: cargo bench -p tamis-dom --bench corpus -- FOLDER [ROUNDS]"
        );
        return;
    };
    let pages = read(Path::new(&folder));
    let bytes: usize = pages.iter().map(Vec::len).sum();
    println!(
        "{} pages, {:.1} MB, best of {rounds} rounds, one core",
        pages.len(),
        bytes as f64 / 1e6
    );

    let mut best = [Duration::MAX; 3];
    for _ in 0..rounds {
        let contenders: [fn(&[u8]); 3] = [tamis, tamis_read, html5ever];
        for (contender, best) in contenders.iter().zip(&mut best) {
            *best = (*best).min(cpu_time(|| pages.iter().for_each(|page| contender(page))));
        }
    }
    let speed = |time: Duration| bytes as f64 / 1e6 / time.as_secs_f64();
    let (ours, theirs) = (speed(best[0]), speed(best[2]));
    println!("tamis-dom                    {ours:7.0} MB/s");
    println!(
        "tamis-dom, all text and attributes read {:7.0} MB/s",
        speed(best[1])
    );
    println!(
        "html5ever, arena             {theirs:7.0} MB/s   tamis-dom is {:.1} times as fast",
        ours / theirs
    );
    match lexbor::speed(Path::new(&folder), rounds) {
        Some(lexbor) => {
            println!(
                "Lexbor (selectolax)          {lexbor:7.0} MB/s   tamis-dom is {:.1} times as fast",
                ours / lexbor
            );
        }
        None => println!("Lexbor: python3 has no selectolax"),
    }
    memory(&pages, bytes);
}

/// What a program does that reads pages: it has the bytes, and hands them over.
fn tamis(page: &[u8]) {
    black_box(Document::parse(page.to_vec()));
}

/// The same, and then every text and attribute is looked at.
fn tamis_read(page: &[u8]) {
    let document = Document::parse(page.to_vec());
    let mut len = 0;
    for node in document.subtree(NodeId::DOCUMENT) {
        len += document.text(node).len() + document.name(node).len();
        len += document
            .attrs(node)
            .map(|a| a.name().len() + a.value().len())
            .sum::<usize>();
    }
    black_box(len);
}

fn html5ever(page: &[u8]) {
    black_box(html5ever_arena::parse(&String::from_utf8_lossy(page)));
}

fn read(folder: &Path) -> Vec<Vec<u8>> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder can be read")
        .flatten()
        .collect();
    files.sort_by_key(std::fs::DirEntry::file_name);
    files
        .iter()
        .map(|file| std::fs::read(file.path()).expect("a page can be read"))
        .collect()
}

/// Peak memory while a page is parsed, its bytes included, as a multiple of the page.
fn memory(pages: &[Vec<u8>], bytes: usize) {
    let mut peaks: Vec<(f64, usize)> = Vec::new();
    for page in pages.iter().filter(|page| !page.is_empty()) {
        let start = allocator::reset();
        black_box(Document::parse(page.to_vec()));
        let peak = allocator::peak() - start;
        peaks.push((peak as f64 / page.len() as f64, peak));
    }
    let whole: usize = peaks.iter().map(|(_, peak)| peak).sum();
    peaks.sort_by(|a, b| a.0.total_cmp(&b.0));
    let at = |share: f64| peaks[((peaks.len() - 1) as f64 * share) as usize].0;
    println!(
        "peak memory / page: {:.2} over all bytes; median page {:.2}, 9 of 10 below {:.2}, worst {:.2}",
        whole as f64 / bytes as f64,
        at(0.5),
        at(0.9),
        at(1.0)
    );
}

/// The time that this thread spent on the CPU.
fn cpu_time(work: impl FnOnce()) -> Duration {
    let start = thread_clock();
    work();
    thread_clock().saturating_sub(start)
}

#[cfg(target_os = "linux")]
fn thread_clock() -> Duration {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the pointer is to a timespec of our own.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(not(target_os = "linux"))]
fn thread_clock() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}
