//! Reads a date from text as machines and people write it.
//!
//! The result is `2025-09-04`, or with a time `2025-09-04T10:00:00+02:00` (the offset only where the
//! text has one).

use jiff::civil::{Date, Time};

/// Earlier dates are not of the web.
const FIRST_YEAR: i16 = 1990;
/// There is no clock here that could say which dates lie ahead; these do in any case.
const LAST_YEAR: i16 = 2099;

/// Dates stand near the start; longer text is not searched.
const MAX_CHARS: usize = 200;

/// The months' names by language; a token that begins such a name and has three letters or more is
/// that month. English comes first, so that its abbreviations win.
#[rustfmt::skip]
const MONTHS: &[[&str; 12]] = &[
    ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"],
    ["januar", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober", "november", "dezember"],
    ["janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"],
    ["enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"],
    ["janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro", "dezembro"],
    ["gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre", "novembre", "dicembre"],
    ["januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september", "oktober", "november", "december"],
    ["januari", "februari", "mars", "april", "maj", "juni", "juli", "augusti", "september", "oktober", "november", "december"],
    ["januar", "februar", "marts", "april", "maj", "juni", "juli", "august", "september", "oktober", "november", "desember"],
    ["stycznia", "lutego", "marca", "kwietnia", "maja", "czerwca", "lipca", "sierpnia", "września", "października", "listopada", "grudnia"],
    ["января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября", "октября", "ноября", "декабря"],
    ["січня", "лютого", "березня", "квітня", "травня", "червня", "липня", "серпня", "вересня", "жовтня", "листопада", "грудня"],
    ["ledna", "února", "března", "dubna", "května", "června", "července", "srpna", "září", "října", "listopadu", "prosince"],
    ["ocak", "şubat", "mart", "nisan", "mayıs", "haziran", "temmuz", "ağustos", "eylül", "ekim", "kasım", "aralık"],
    ["ianuarie", "februarie", "martie", "aprilie", "mai", "iunie", "iulie", "august", "septembrie", "octombrie", "noiembrie", "decembrie"],
    ["január", "február", "március", "április", "május", "június", "július", "augusztus", "szeptember", "október", "november", "december"],
    ["tammikuuta", "helmikuuta", "maaliskuuta", "huhtikuuta", "toukokuuta", "kesäkuuta", "heinäkuuta", "elokuuta", "syyskuuta", "lokakuuta", "marraskuuta", "joulukuuta"],
    ["januari", "februari", "maret", "april", "mei", "juni", "juli", "agustus", "september", "oktober", "november", "desember"],
];

/// The first date in a text.
pub(crate) fn parse_date(text: &str) -> Option<String> {
    // Most texts that are asked for one have no number, and the names of months are many.
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let text = text.trim();
    let end = text
        .char_indices()
        .nth(MAX_CHARS)
        .map_or(text.len(), |(at, _)| at);
    let tokens = tokens(&text[..end]);
    (0..tokens.len()).find_map(|at| {
        let tokens = &tokens[at..];
        let date = year_first(tokens)
            .or_else(|| day_first(tokens))
            .or_else(|| worded(tokens))?;
        Some(with_time(date.0, &tokens[date.1..]))
    })
}

/// A number, a word or a sign.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Token<'a> {
    /// Its value and how many digits it has.
    Number(u32, usize),
    Word(&'a str),
    Sign(char),
}

/// A date, and how many tokens it took.
type Found = (Date, usize);

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            c if c.is_ascii_digit() => {
                let length = rest
                    .find(|c: char| !c.is_ascii_digit())
                    .unwrap_or(rest.len());
                found.push(
                    rest[..length]
                        .parse()
                        .map_or(Token::Sign('#'), |n| Token::Number(n, length)),
                );
                length
            }
            '年' | '月' | '日' | '년' | '월' | '일' => {
                found.push(Token::Sign(c));
                c.len_utf8()
            }
            c if c.is_alphabetic() => {
                let length = rest
                    .find(|c: char| !c.is_alphabetic())
                    .unwrap_or(rest.len());
                found.push(Token::Word(&rest[..length]));
                length
            }
            c => {
                if !c.is_whitespace() {
                    found.push(Token::Sign(c));
                }
                c.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    found
}

/// `2025-09-04`, `2025/9/4`, `20250904`, `2025年9月4日`.
fn year_first(tokens: &[Token<'_>]) -> Option<Found> {
    match *tokens {
        [
            Token::Number(year, 4),
            Token::Sign(a),
            Token::Number(month, 1..=2),
            Token::Sign(b),
            Token::Number(day, 1..=2),
            ..,
        ] if "-/.年년".contains(a) && "-/.月월".contains(b) => {
            Some((date(year, month, day)?, 5))
        }
        [Token::Number(number, 8), ..] => {
            Some((date(number / 10_000, number / 100 % 100, number % 100)?, 1))
        }
        _ => None,
    }
}

/// `4.9.2025`, `04/09/2025`. With slashes the month comes first, as in the United States, unless
/// that cannot be.
fn day_first(tokens: &[Token<'_>]) -> Option<Found> {
    let [
        Token::Number(a, 1..=2),
        Token::Sign(sign),
        Token::Number(b, 1..=2),
        Token::Sign(same),
        Token::Number(year, 4),
        ..,
    ] = *tokens
    else {
        return None;
    };
    if sign != same {
        return None;
    }
    let found = match sign {
        '.' | '-' => date(year, b, a).or_else(|| date(year, a, b)),
        '/' => date(year, a, b).or_else(|| date(year, b, a)),
        _ => None,
    };
    Some((found?, 5))
}

/// `September 4, 2025`, `4th of September 2025`, `4 de septiembre de 2025`.
fn worded(tokens: &[Token<'_>]) -> Option<Found> {
    match *tokens {
        [Token::Word(word), ..] => {
            let month = month(word)?;
            let (day, at) = next_number(tokens, 1, 1)?;
            let (year, end) = next_number(tokens, at, 3)?;
            Some((date(year, month, day)?, end))
        }
        [Token::Number(day, 1..=2), ..] => {
            let words = tokens.iter().enumerate().skip(1).take(4);
            let mut months = words.filter_map(|(at, token)| match token {
                Token::Word(word) => Some((month(word)?, at + 1)),
                _ => None,
            });
            let (month, at) = months.next()?;
            let (year, end) = next_number(tokens, at, 2)?;
            Some((date(year, month, day)?, end))
        }
        _ => None,
    }
}

/// The next number within a few tokens from a place, and the place after it.
fn next_number(tokens: &[Token<'_>], from: usize, within: usize) -> Option<(u32, usize)> {
    let near = tokens.iter().enumerate().skip(from).take(within + 1);
    near.into_iter().find_map(|(at, token)| match token {
        Token::Number(number, 1..=4) => Some((*number, at + 1)),
        _ => None,
    })
}

fn month(word: &str) -> Option<u32> {
    if word.chars().count() < 3 {
        return None;
    }
    let word = word.to_lowercase();
    let number = MONTHS
        .iter()
        .find_map(|names| names.iter().position(|name| name.starts_with(&word)))?;
    u32::try_from(number + 1).ok()
}

fn date(year: u32, month: u32, day: u32) -> Option<Date> {
    let year = i16::try_from(year)
        .ok()
        .filter(|year| (FIRST_YEAR..=LAST_YEAR).contains(year))?;
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

/// The date with the time of day that follows, if one does.
fn with_time(date: Date, rest: &[Token<'_>]) -> String {
    match time(rest) {
        Some((time, offset)) => format!("{date}T{time:.0}{offset}"),
        None => date.to_string(),
    }
}

/// `T10:00:00.5+02:00`, ` 10:00`, `T10:00Z`.
fn time(tokens: &[Token<'_>]) -> Option<(Time, String)> {
    let tokens = match tokens {
        [Token::Word("T" | "t"), rest @ ..] => rest,
        rest => rest,
    };
    let [
        Token::Number(hour, 1..=2),
        Token::Sign(':'),
        Token::Number(minute, 2),
        rest @ ..,
    ] = tokens
    else {
        return None;
    };
    let (second, rest) = match rest {
        [Token::Sign(':'), Token::Number(second, 2), rest @ ..] => (*second, rest),
        rest => (0, rest),
    };
    let rest = match rest {
        [Token::Sign('.'), Token::Number(..), rest @ ..] => rest,
        rest => rest,
    };
    let part = |number: u32| i8::try_from(number).ok();
    let time = Time::new(part(*hour)?, part(*minute)?, part(second.min(59))?, 0).ok()?;
    Some((time, offset(rest)))
}

fn offset(tokens: &[Token<'_>]) -> String {
    match *tokens {
        [Token::Word("Z" | "z"), ..] => "Z".to_owned(),
        [
            Token::Sign(sign @ ('+' | '-')),
            Token::Number(hours @ 0..=14, 2),
            Token::Sign(':'),
            Token::Number(minutes @ 0..=59, 2),
            ..,
        ] => {
            format!("{sign}{hours:02}:{minutes:02}")
        }
        [
            Token::Sign(sign @ ('+' | '-')),
            Token::Number(both @ 0..=1459, 4),
            ..,
        ] if both % 100 < 60 => {
            format!("{sign}{:02}:{:02}", both / 100, both % 100)
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::parse_date;

    #[test]
    fn reads_dates_as_they_are_written() {
        let cases = [
            ("2025-09-04", "2025-09-04"),
            ("2025-09-04T10:11:12.345+0200", "2025-09-04T10:11:12+02:00"),
            ("2025-09-04 10:11", "2025-09-04T10:11:00"),
            ("2025-09-04T10:11:12Z", "2025-09-04T10:11:12Z"),
            ("Published on September 4th, 2025 by Ada", "2025-09-04"),
            ("Thu, 04 Sep 2025 10:11:12 GMT", "2025-09-04T10:11:12"),
            ("4. März 2024", "2024-03-04"),
            ("4 de septiembre de 2025", "2025-09-04"),
            ("12 мая 2021", "2021-05-12"),
            ("2024年5月12日", "2024-05-12"),
            ("13/02/2024", "2024-02-13"),
            ("02/13/2024", "2024-02-13"),
            ("3.2.2024", "2024-02-03"),
            ("20240203", "2024-02-03"),
        ];
        for (text, expected) in cases {
            assert_eq!(parse_date(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn takes_no_date_where_there_is_none() {
        for text in [
            "",
            "13.13.2024",
            "version 2024.1",
            "tomorrow",
            "99999999999999",
            "May be 3",
        ] {
            assert_eq!(parse_date(text), None, "{text}");
        }
    }
}
