//! The encoding tests of html5lib: bytes, and the encoding that they are in.

use std::path::Path;

use encoding_rs::Encoding;
use tamis_dom::Document;

#[test]
fn encodings_are_found() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/html5lib/encoding");
    let mut count = 0;
    for file in std::fs::read_dir(folder)
        .expect("the suite is in the repository")
        .flatten()
    {
        let suite = std::fs::read(file.path()).expect("a file of the suite can be read");
        for (data, label) in cases(&suite) {
            // Most are in ASCII, which is UTF-8 too. One more byte makes the encoding matter.
            let mut bytes = data.to_vec();
            bytes.extend(data.is_ascii().then_some(0xE9));
            let encoding = Document::parse(bytes).encoding();
            let shown = String::from_utf8_lossy(data);
            assert_eq!(Some(encoding), Encoding::for_label(label), "{shown:?}");
            count += 1;
        }
    }
    assert!(count > 50, "the suite is there");
}

/// The parts between `#data` and `#encoding`, each with the line after.
fn cases(suite: &[u8]) -> Vec<(&[u8], &[u8])> {
    let mut cases = Vec::new();
    let mut rest = suite;
    while let Some(start) = memchr::memmem::find(rest, b"#data\n") {
        rest = &rest[start + "#data\n".len()..];
        let Some(end) = memchr::memmem::find(rest, b"\n#encoding\n") else {
            break;
        };
        let label = &rest[end + "\n#encoding\n".len()..];
        let label = label
            .split(|&byte| byte == b'\n')
            .next()
            .unwrap_or_default();
        cases.push((&rest[..end], label));
    }
    cases
}
