//! The tokenizer tests of html5lib, for this tokenizer and for html5ever's.

mod html5ever_tokens;

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use super::{Attr, Cdata, DoctypeToken, Markup, RawKind, Text, Token, Tokenizer};
use crate::document::AttrFlags;
use crate::parse::{decode_attribute, newlines};
use crate::tag::{KNOWN, lookup};

/// One test, from one of its initial states.
struct Case {
    name: String,
    input: String,
    state: String,
    last_start_tag: Option<String>,
    expected: Vec<Value>,
}

#[test]
fn no_fewer_tokens_are_right_than_html5evers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/html5lib");
    let known = std::fs::read_to_string(folder.join("known-tokenizer-failures.txt"))
        .expect("the list is there");
    let known: BTreeSet<&str> = known
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let cases = cases(&folder.join("tokenizer"));
    let mut failures = BTreeSet::new();
    let mut theirs = 0;
    for case in &cases {
        theirs += usize::from(html5ever_tokens::tokens(case) == case.expected);
        let ours = tokens(case);
        if ours != case.expected {
            failures.insert(case.name.as_str());
            assert!(
                known.contains(case.name.as_str()),
                "{} {:?} in {}: {ours:?}, not {:?}",
                case.name,
                case.input,
                case.state,
                case.expected
            );
        }
    }
    assert_eq!(failures, known, "the list of known failures must be exact");
    assert!(
        cases.len() - failures.len() >= theirs,
        "{} of {}, html5ever {theirs}",
        failures.len(),
        cases.len()
    );
    assert!(cases.len() > 6000, "the suite is there");
}

/// The tokens as the suite writes them.
fn tokens(case: &Case) -> Vec<Value> {
    let input = newlines::normalize_text(case.input.clone());
    let mut tokenizer = Tokenizer::new(&input);
    let mut out = Vec::new();
    begin(&mut tokenizer, case, &mut out);
    loop {
        match tokenizer.next() {
            Token::Characters(text) => characters(&mut out, &tokenizer, text),
            Token::StartTag(tag) => {
                let attrs: serde_json::Map<String, Value> = tokenizer.attrs[tag.attrs.range()]
                    .iter()
                    .map(|attr| attribute(&input, attr))
                    .collect();
                let mut token = vec![
                    json!("StartTag"),
                    json!(name(&tokenizer, tag.tag)),
                    Value::Object(attrs),
                ];
                token.extend(tag.self_closing.then_some(json!(true)));
                out.push(Value::Array(token));
            }
            Token::EndTag(tag) => out.push(json!(["EndTag", name(&tokenizer, tag)])),
            Token::Comment(text) => out.push(json!(["Comment", tokenizer.characters(&text)])),
            Token::MarkupDeclaration => match tokenizer.markup_declaration(Cdata::Bogus) {
                Markup::Comment(text) => out.push(json!(["Comment", tokenizer.characters(&text)])),
                Markup::Doctype(token) => out.push(doctype(&token)),
                Markup::Characters(text) => characters(&mut out, &tokenizer, text),
            },
            Token::Eof => return out,
        }
    }
}

/// What is read before the data state is reached.
fn begin(tokenizer: &mut Tokenizer<'_>, case: &Case, out: &mut Vec<Value>) {
    let kind = match case.state.as_str() {
        "RCDATA state" => RawKind::Rcdata,
        "RAWTEXT state" | "PLAINTEXT state" => RawKind::Rawtext,
        "Script data state" => RawKind::Script,
        "CDATA section state" => {
            let text = tokenizer.cdata_section(0);
            return characters(out, tokenizer, text);
        }
        _ => return,
    };
    let tag = case
        .last_start_tag
        .as_deref()
        .and_then(|name| lookup::known(name.as_bytes()));
    let Some(tag) = tag.filter(|_| case.state != "PLAINTEXT state") else {
        let text = tokenizer.rest(kind);
        return characters(out, tokenizer, text);
    };
    let end = tokenizer.raw_text_end(kind, tag);
    let text = tokenizer.raw_text(kind, tag);
    characters(out, tokenizer, text);
    // An end tag in which the input ends is dropped.
    if tokenizer.source[end..tokenizer.position].ends_with(b">") {
        out.push(json!(["EndTag", name(tokenizer, tag)]));
    }
}

/// Characters next to characters are one token.
fn characters(out: &mut Vec<Value>, tokenizer: &Tokenizer<'_>, text: Text) {
    let text = tokenizer.characters(&text);
    if text.is_empty() {
        return;
    }
    if let Some(Value::Array(last)) = out.last_mut()
        && last[0] == "Character"
    {
        last[1] = json!(last[1].as_str().unwrap_or_default().to_owned() + &text);
        return;
    }
    out.push(json!(["Character", text]));
}

fn attribute(source: &str, attr: &Attr) -> (String, Value) {
    let value = &source[attr.value as usize..][..attr.value_len as usize];
    let value = if attr.flags.has(AttrFlags::RAW_VALUE) {
        decode_attribute(value)
    } else {
        value.into()
    };
    (attr.source_name(source, &[]).into_owned(), json!(value))
}

fn name(tokenizer: &Tokenizer<'_>, tag: crate::Tag) -> String {
    match tag.known_name() {
        Some(name) => name.to_owned(),
        None => tokenizer
            .names
            .name(tag.0 as usize - KNOWN.len())
            .to_owned(),
    }
}

fn doctype(token: &DoctypeToken) -> Value {
    json!([
        "DOCTYPE",
        token.name,
        token.public_id,
        token.system_id,
        !token.force_quirks
    ])
}

/// All tests of the folder, one for each initial state.
fn cases(folder: &Path) -> Vec<Case> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the suite is in the repository")
        .flatten()
        .collect();
    files.sort_by_key(std::fs::DirEntry::file_name);
    let mut cases = Vec::new();
    for file in files
        .iter()
        .filter(|file| file.path().extension().is_some_and(|end| end == "test"))
    {
        let text = std::fs::read_to_string(file.path()).expect("a file of the suite can be read");
        let suite: Value = serde_json::from_str(&text).expect("a file of the suite is JSON");
        let stem = file
            .path()
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let tests = suite["tests"].as_array().cloned().unwrap_or_default();
        for (number, test) in tests.iter().enumerate() {
            cases.extend(cases_of(&format!("{stem}:{}", number + 1), test));
        }
    }
    cases
}

fn cases_of(name: &str, test: &Value) -> Vec<Case> {
    let twice = test["doubleEscaped"] == json!(true);
    let unescape = |value: &Value| -> Option<Value> {
        if !twice {
            return Some(value.clone());
        }
        // Half of a surrogate pair alone cannot be in a string of ours; such tests are left out.
        serde_json::from_str(&value.to_string().replace("\\\\u", "\\u")).ok()
    };
    let (Some(input), Some(output)) = (unescape(&test["input"]), unescape(&test["output"])) else {
        return Vec::new();
    };
    let states = test["initialStates"]
        .as_array()
        .cloned()
        .unwrap_or_else(|| vec![json!("Data state")]);
    let mut expected: Vec<Value> = Vec::new();
    for token in output.as_array().into_iter().flatten() {
        match expected.last_mut() {
            Some(last) if last[0] == "Character" && token[0] == "Character" => {
                let joined = last[1].as_str().unwrap_or_default().to_owned()
                    + token[1].as_str().unwrap_or_default();
                last[1] = json!(joined);
            }
            _ => expected.push(token.clone()),
        }
    }
    let case = |state: &Value| Case {
        name: name.to_owned(),
        input: input.as_str().unwrap_or_default().to_owned(),
        state: state.as_str().unwrap_or_default().to_owned(),
        last_start_tag: test["lastStartTag"].as_str().map(str::to_owned),
        expected: expected.clone(),
    };
    states.iter().map(case).collect()
}
