//! The documents run: every `console` block of README.md and docs/ is typed in, and what it shows
//! must come out. A line `…` stands for any lines.

use std::fs;
use std::path::PathBuf;

use crate::run::{Run, root};

#[test]
fn what_the_documents_show_comes_out() {
    let mut checked = 0;
    for path in documents() {
        let text = fs::read_to_string(&path).unwrap();
        for (command, expected) in console_examples(&text) {
            let words = shell_words(command.strip_prefix("tamis ").unwrap_or_else(|| {
                panic!("{}: `{command}` is not a call of tamis", path.display());
            }));
            let ran = Run::new(words.iter().map(String::as_str)).code(0);
            assert!(
                matches_with_gaps(&ran.stdout, &expected),
                "{}: `{command}` gave\n{}",
                path.display(),
                ran.stdout
            );
            checked += 1;
        }
    }
    assert!(
        checked > 0,
        "no example was found: the documents or this test have changed"
    );
}

fn documents() -> Vec<PathBuf> {
    let docs = fs::read_dir(root().join("docs"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    docs.chain([root().join("README.md")])
        .filter(|p| p.extension().is_some_and(|e| e == "md"))
        .collect()
}

/// The commands of all `console` blocks, each with the lines shown below it.
fn console_examples(text: &str) -> Vec<(String, Vec<String>)> {
    let mut examples: Vec<(String, Vec<String>)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match line {
            "```console" => inside = true,
            "```" => inside = false,
            _ if !inside => {}
            _ => match line.strip_prefix("$ ") {
                Some(command) => examples.push((command.to_string(), Vec::new())),
                None => examples
                    .last_mut()
                    .expect("output before a command")
                    .1
                    .push(line.to_string()),
            },
        }
    }
    examples
}

/// Splits as a shell does, as far as the documents need it: blanks and quotes.
fn shell_words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for c in line.chars() {
        match (c, quote) {
            ('\'' | '"', None) => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            (' ', None) => words.push(String::new()),
            (c, _) => words.last_mut().unwrap().push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Whether the lines are as expected, where `…` stands for any lines.
fn matches_with_gaps(actual: &str, expected: &[String]) -> bool {
    let lines: Vec<&str> = actual.lines().map(str::trim_end).collect();
    let mut at = 0;
    let mut gap = false;
    for line in expected {
        if line == "…" {
            gap = true;
            continue;
        }
        match lines[at..].iter().position(|have| have == line) {
            Some(skipped) if skipped == 0 || gap => at += skipped + 1,
            _ => return false,
        }
        gap = false;
    }
    gap || at == lines.len()
}
