//! The fonts that a document is set with.
//!
//! Those that come with the typesetter are always the same, so most documents are too, whatever the
//! system. Only for characters that they lack are the system's fonts looked at: of all families the
//! one that has most of them, and so on, until nothing more is found.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use fontdb::{Database, ID, Source};
use tamis::content::format::text;
use tamis::present::Leaf;
use typst::foundations::Bytes;
use typst::text::{Font, FontInfo};
use unicode_script::{Script, UnicodeScript};

/// The family that text is set in.
const TEXT: &str = "Libertinus Serif";

/// Families of the system that are used at most: more scripts than this are in no article.
const MAX_FAMILIES: usize = 12;

/// Fonts, and in which order they are tried.
pub(crate) struct Fonts {
    pub(crate) fonts: Vec<Font>,
    pub(crate) families: Vec<String>,
    /// Scripts that no font has, for the person.
    pub(crate) notes: Vec<String>,
}

/// The fonts for some pages.
pub(crate) fn fonts_for(leaves: &[Leaf], folder: Option<&Path>) -> Fonts {
    let own: Vec<Font> = typst_assets::fonts()
        .flat_map(|data| Font::iter(Bytes::new(data)))
        .collect();
    let mut fonts = Fonts {
        fonts: own,
        families: vec![TEXT.to_owned()],
        notes: Vec::new(),
    };
    let (signs, mut missing): (BTreeSet<u32>, BTreeSet<u32>) =
        characters(leaves).into_iter().partition(|c| is_sign(*c));
    // The typesetter's face for code has letters of other scripts, too, which nobody likes to read:
    // it serves for them only when there is nothing better.
    for font in fonts.fonts.iter().filter(|font| font.info().family == TEXT) {
        missing = without(missing, font.info());
    }
    missing.extend(lacking(signs, &fonts.fonts));
    if missing.is_empty() {
        return fonts;
    }
    let language = leaves.first().and_then(Leaf::language).unwrap_or_default();
    let system = System::read(folder, &missing);
    while let Some(family) = system.best(&missing, language) {
        if fonts.families.len() > MAX_FAMILIES {
            break;
        }
        let faces = system.load(family);
        for face in &faces {
            missing = without(missing, face.info());
        }
        fonts.families.push(family.to_owned());
        fonts.fonts.extend(faces);
    }
    let missing = lacking(missing, &fonts.fonts);
    fonts.notes.extend(told(&missing));
    fonts
}

/// The characters of pages that want a glyph.
fn characters(leaves: &[Leaf]) -> BTreeSet<u32> {
    let mut all = BTreeSet::new();
    let mut add = |words: &str| all.extend(words.chars().filter(|c| is_drawn(*c)).map(u32::from));
    for leaf in leaves {
        let metadata = &leaf.article.metadata;
        add(leaf.title());
        add(&text(&leaf.article.body));
        metadata.authors.iter().for_each(|author| add(author));
        add(metadata.site_name.as_deref().unwrap_or_default());
    }
    all
}

fn is_drawn(c: char) -> bool {
    // Joiners, marks of direction and selectors of variants show nothing by themselves.
    let shows_nothing = matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}' | '\u{ad}');
    !(c.is_whitespace() || c.is_control() || shows_nothing)
}

fn without(missing: BTreeSet<u32>, info: &FontInfo) -> BTreeSet<u32> {
    if missing.is_empty() {
        return missing;
    }
    let has: BTreeSet<u32> = info
        .coverage
        .iter()
        .filter(|c| missing.contains(c))
        .collect();
    missing.difference(&has).copied().collect()
}

/// What none of some fonts has.
fn lacking(characters: BTreeSet<u32>, fonts: &[Font]) -> BTreeSet<u32> {
    fonts
        .iter()
        .fold(characters, |missing, font| without(missing, font.info()))
}

/// Whether a character belongs to no script: arrows, lines, punctuation.
fn is_sign(c: u32) -> bool {
    char::from_u32(c).is_none_or(|c| {
        matches!(
            c.script(),
            Script::Common | Script::Inherited | Script::Unknown
        )
    })
}

/// The system's fonts, as far as they have something that is missing.
struct System {
    database: Database,
    /// By family: its faces, and the missing characters that it has.
    families: BTreeMap<String, (Vec<ID>, BTreeSet<u32>)>,
}

impl System {
    fn read(folder: Option<&Path>, missing: &BTreeSet<u32>) -> System {
        let mut database = Database::new();
        match folder {
            Some(folder) => database.load_fonts_dir(folder),
            None => database.load_system_fonts(),
        }
        let mut families: BTreeMap<String, (Vec<ID>, BTreeSet<u32>)> = BTreeMap::new();
        for face in database.faces() {
            let info = database.with_face_data(face.id, FontInfo::new).flatten();
            let Some(info) = info else {
                continue;
            };
            let has: BTreeSet<u32> = info
                .coverage
                .iter()
                .filter(|c| missing.contains(c))
                .collect();
            if !has.is_empty() {
                let family = families.entry(info.family.to_string()).or_default();
                family.0.push(face.id);
                family.1.extend(has);
            }
        }
        System { database, families }
    }

    /// The family that has most of what is missing; of equals the one that suits best.
    fn best(&self, missing: &BTreeSet<u32>, language: &str) -> Option<&str> {
        let count = |has: &BTreeSet<u32>| has.intersection(missing).count();
        let families = self.families.iter();
        let best = families
            .map(|(name, (_, has))| (count(has), suits(name, language), name))
            .filter(|(count, ..)| *count > 0)
            // The first by name of equals, so that the same system gives the same file.
            .max_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)).then_with(|| b.2.cmp(a.2)));
        best.map(|(_, _, name)| name.as_str())
    }

    /// The faces of a family. A file with many faces is read once.
    fn load(&self, family: &str) -> Vec<Font> {
        let mut files: HashMap<PathBuf, Bytes> = HashMap::new();
        let ids = self.families.get(family).map(|(ids, _)| ids.as_slice());
        let faces = ids.unwrap_or_default().iter().filter_map(|id| {
            let (source, index) = self.database.face_source(*id)?;
            let path = match source {
                Source::File(path) | Source::SharedFile(path, _) => path,
                Source::Binary(_) => return None,
            };
            let data = match files.get(&path) {
                Some(data) => data.clone(),
                None => {
                    let data = Bytes::new(std::fs::read(&path).ok()?);
                    files.insert(path, data.clone());
                    data
                }
            };
            Font::new(data, index)
        });
        faces.collect()
    }
}

/// How well a family suits: the forms of characters that the language wants, then a text face.
fn suits(family: &str, language: &str) -> u8 {
    let language = language.to_ascii_lowercase();
    let wanted = match language.split(['-', '_']).next().unwrap_or_default() {
        "ja" => "JP",
        "ko" => "KR",
        "zh" if ["tw", "hk", "hant"]
            .iter()
            .any(|part| language.contains(part)) =>
        {
            "TC"
        }
        "zh" => "SC",
        _ => "",
    };
    let of_language = !wanted.is_empty() && family.split(' ').any(|word| word == wanted);
    let is_serif = family.contains("Serif") || family.contains("Naskh") || family.contains("Ming");
    let is_plain = !["Mono", "Kufi", "Display", "UI", "Looped", "Rashi", "Emoji"]
        .iter()
        .any(|word| family.split(' ').any(|part| part == *word));
    u8::from(of_language) * 4 + u8::from(is_plain) * 2 + u8::from(is_serif)
}

/// What no font has, script by script.
fn told(missing: &BTreeSet<u32>) -> Vec<String> {
    let mut scripts: BTreeMap<&str, (usize, char)> = BTreeMap::new();
    for c in missing.iter().filter_map(|c| char::from_u32(*c)) {
        let script = match c.script() {
            Script::Common | Script::Inherited | Script::Unknown => "some signs",
            script => script.full_name(),
        };
        scripts.entry(script).or_insert((0, c)).0 += 1;
    }
    let notes = scripts.into_iter().map(|(script, (count, first))| {
        format!(
            "no font here has {script} ({count} characters, as U+{:04X}), so boxes stand in their place; \
             install one (on Debian fonts-noto-core, fonts-noto-cjk) or name a folder with --font-dir",
            u32::from(first)
        )
    });
    notes.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis::content::article::{Block, Inline};

    fn leaf(words: &str) -> Leaf {
        let mut leaf = Leaf::default();
        let content = vec![Inline::plain(words)];
        leaf.article.body.push(Block::Paragraph { content });
        leaf
    }

    #[test]
    fn latin_greek_and_cyrillic_need_no_font_of_the_system() {
        let nowhere = tempfile::tempdir().unwrap();
        let fonts = fonts_for(
            &[leaf("Ça va? Ελληνικά, по-русски – “œuvre” … €\u{200b}")],
            Some(nowhere.path()),
        );
        assert_eq!(fonts.families, [TEXT]);
        assert_eq!(fonts.notes, [""; 0]);
    }

    #[test]
    fn a_script_without_a_font_is_told_once() {
        let nowhere = tempfile::tempdir().unwrap();
        let fonts = fonts_for(&[leaf("漢字漢字"), leaf("தமிழ்")], Some(nowhere.path()));
        assert_eq!(fonts.notes.len(), 2, "{:?}", fonts.notes);
        assert!(fonts.notes[1].contains("Tamil"), "{:?}", fonts.notes);
        assert!(
            fonts.notes[0].contains("Han (2 characters, as U+5B57)"),
            "{:?}",
            fonts.notes
        );
    }
}
