//! Sentences written for this test, one a language, none of them in what the profiles were learnt from.

use super::alphabet::Alphabet;
use super::profiles::Profiles;
use super::script::Script;
use super::{SAMPLE_BYTES, detect};

const SENTENCES: &str = include_str!("sentences.txt");

fn sentences() -> impl Iterator<Item = (&'static str, &'static str)> {
    SENTENCES.lines().filter_map(|line| line.split_once('\t'))
}

fn sentence(language: &str) -> &'static str {
    let mut all = sentences();
    all.find(|(code, _)| *code == language).unwrap().1
}

#[test]
fn tells_each_language_by_a_sentence() {
    let wrong: Vec<_> = sentences()
        .map(|(code, text)| (code, detect(text)))
        .filter(|(code, found)| found.as_deref() != Some(code))
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn capitals_accents_apart_and_punctuation_change_nothing() {
    for code in ["de", "fr", "pl", "ru", "tr", "vi"] {
        let text = sentence(code);
        let shouted = text.to_uppercase().replace(' ', " -- 17, ");
        assert_eq!(detect(&shouted).as_deref(), Some(code));
    }
    let apart = sentence("es").replace('ñ', "n\u{303}");
    assert_eq!(detect(&apart).as_deref(), Some("es"));
}

#[test]
fn romanian_is_told_with_comma_and_with_cedilla() {
    let text = sentence("ro");
    let cedilla = text.replace('ș', "ş").replace('ț', "ţ");
    assert_ne!(text, cedilla);
    assert_eq!(detect(&cedilla).as_deref(), Some("ro"));
}

#[test]
fn says_nothing_where_nothing_is_certain() {
    let numbers = "12 345 678, 90 %; 3.14159 -- 2025-09-04 10:11:12 +0200 (17) [18] {19}";
    let lists = "Zz Qx Wv Kj Xq Vw Jk Qz Xw Kq Zj Wx Vq Jz Qk Xv Zw Kx";
    for text in ["", "Guten Morgen", numbers, lists] {
        assert_eq!(detect(text), None, "{text}");
    }
    assert_eq!(detect(&" ".repeat(5000)), None);
}

#[test]
fn the_script_of_most_of_the_text_decides() {
    let mixed = format!("{} {}", sentence("ru"), "Python, Linux, Android");
    assert_eq!(detect(&mixed).as_deref(), Some("ru"));
    let quoting = format!("{} {}", sentence("en"), "Привет");
    assert_eq!(detect(&quoting).as_deref(), Some("en"));
    // A Japanese text keeps its language among the names that it is about.
    let technical = "Azure Pipelines で Xamarin.Android の AOT Compile を使う方法を紹介します。Visual Studio を開きます。";
    assert_eq!(detect(technical).as_deref(), Some("ja"));
}

#[test]
fn chinese_is_told_from_japanese_by_kana() {
    let old = "國家興亡，匹夫有責。學而時習之，不亦說乎？有朋自遠方來，不亦樂乎？";
    assert_eq!(detect(old).as_deref(), Some("zh"));
    let quoting = format!("{}の{}", sentence("zh"), sentence("zh"));
    assert_eq!(detect(&quoting).as_deref(), Some("zh"));
    let headline = "東京都知事選挙、投票率は過去最高の見通し　午後八時開票開始予定";
    assert_eq!(detect(headline).as_deref(), Some("ja"));
}

#[test]
fn only_the_beginning_of_a_long_text_is_read() {
    let german = format!("{} ", sentence("de")).repeat(1 + SAMPLE_BYTES / 100);
    let long = format!("{german}{}", sentence("fr").repeat(20_000));
    assert_eq!(detect(&long).as_deref(), Some("de"));
    // The cut may fall inside a character.
    for shift in 0..4 {
        let text = format!("{}{}", "x".repeat(shift), sentence("th").repeat(20));
        assert_eq!(detect(&text).as_deref(), Some("th"));
    }
    // No sum overflows, however heavy the letters.
    assert!(detect(&"the ".repeat(1000)).is_some());
}

#[test]
fn the_same_text_has_the_same_language() {
    let texts: Vec<&str> = sentences()
        .map(|(_, text)| &text[..text.floor_char_boundary(60)])
        .collect();
    let all = || texts.iter().map(|text| detect(text)).collect::<Vec<_>>();
    let here = all();
    let there = std::thread::scope(|scope| scope.spawn(all).join().unwrap());
    assert_eq!(here, there);
}

#[test]
fn every_profile_is_whole() {
    for alphabet in Alphabet::ALL {
        let profiles = Profiles::of(alphabet);
        assert!(profiles.languages.iter().all(|code| code.len() == 2));
        let letters = profiles.languages.iter().map(|code| {
            let text = sentences().find(|(known, _)| known == code);
            text.is_none_or(|(_, text)| Script::of(text) == Some(Script::Shared(alphabet)))
        });
        assert!(letters.into_iter().all(|fits| fits), "{alphabet:?}");
    }
    let latin = Profiles::of(Alphabet::Latin);
    assert!(latin.of_trigram(['t', 'h', 'e']).is_some());
    assert!(latin.of_trigram(['q', 'q', 'q']).is_none());
    assert!(latin.of_letter('q').is_some());
    assert!(latin.of_letter('я').is_none());
}
