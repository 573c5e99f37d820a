//! A site file in CSS, for whoever has selectors and no XPath: most of what site files say can be said
//! in both. What cannot is given back.

use super::Unknown;
use super::directive::lines;
use super::xpath::{Axis, Comparison, Expression, From, Step, Test};

/// What a site file says, as CSS selectors; of several in a list the first that finds anything counts,
/// but all of `strip`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteSelectors {
    /// The title.
    pub title: Vec<String>,
    /// The body.
    pub body: Vec<String>,
    /// The author.
    pub author: Vec<String>,
    /// The date.
    pub date: Vec<String>,
    /// What is cut out of the body.
    pub strip: Vec<String>,
}

impl SiteSelectors {
    /// Reads a site file; the lines that CSS has no word for are given back.
    pub fn parse(file: &str) -> (SiteSelectors, Vec<Unknown>) {
        let mut selectors = SiteSelectors::default();
        let mut unknown = Vec::new();
        for (name, value) in lines(file) {
            let list = match name.as_str() {
                "title" => &mut selectors.title,
                "body" => &mut selectors.body,
                "author" => &mut selectors.author,
                "date" => &mut selectors.date,
                "strip" => &mut selectors.strip,
                "strip_id_or_class" => {
                    let part = quoted(value.trim_matches(['"', '\'']));
                    selectors
                        .strip
                        .push(format!("[id*={part}], [class*={part}]"));
                    continue;
                }
                "strip_image_src" => {
                    let part = quoted(value.trim_matches(['"', '\'']));
                    selectors.strip.push(format!("img[src*={part}]"));
                    continue;
                }
                // Pages are not rewritten by selectors.
                "find_string" | "replace_string" => {
                    unknown.push(Unknown(format!("{name}: {value}")));
                    continue;
                }
                _ => continue,
            };
            match Expression::parse(value).and_then(|expression| css(&expression)) {
                Some(css) => list.push(css),
                None => unknown.push(Unknown(format!("{name}: {value}"))),
            }
        }
        (selectors, unknown)
    }
}

/// An expression that finds nodes, from the root.
fn css(expression: &Expression) -> Option<String> {
    match expression {
        Expression::Union(parts) => {
            let parts: Option<Vec<String>> = parts.iter().map(css).collect();
            Some(parts?.join(", "))
        }
        Expression::Path {
            from: From::Root,
            steps,
        } => path(steps),
        _ => None,
    }
}

/// The steps of a path, from left to right. A last step to an attribute or a text means its element.
fn path(steps: &[Step]) -> Option<String> {
    let mut out = String::new();
    let mut below = false;
    for (at, step) in steps.iter().enumerate() {
        let is_last = at + 1 == steps.len();
        let is_first = out.is_empty();
        let combinator = match (step.axis, &step.test) {
            (Axis::DescendantOrSelf, Test::AnyNode) if step.predicates.is_empty() => {
                below = true;
                continue;
            }
            (Axis::Attribute, _) | (_, Test::Text) if is_last && !is_first && !below => {
                return Some(out);
            }
            (Axis::Child, _) if is_first => "",
            (Axis::Child, _) if below => " ",
            (Axis::Child, _) => " > ",
            (Axis::Descendant, _) if is_first => "",
            (Axis::Descendant, _) => " ",
            (Axis::FollowingSibling, _) if !is_first && !below => " ~ ",
            _ => return None,
        };
        // A path that begins at the root element and not anywhere.
        if is_first && !below && step.axis == Axis::Child && step.test != named("html") {
            return None;
        }
        out.push_str(combinator);
        out.push_str(&compound(step)?);
        below = false;
    }
    (!out.is_empty() && !below).then_some(out)
}

fn named(name: &str) -> Test {
    Test::Name(name.to_owned())
}

/// One step: its name and predicates.
fn compound(step: &Step) -> Option<String> {
    let mut out = match &step.test {
        Test::Name(name) if is_plain(name) => name.clone(),
        Test::AnyElement => "*".to_owned(),
        _ => return None,
    };
    let of_type = step.test != Test::AnyElement;
    for (at, predicate) in step.predicates.iter().enumerate() {
        // Places are counted among what the predicates before have left.
        let counts = at == 0 && step.axis == Axis::Child;
        let place = place(predicate, of_type);
        out.push_str(&match place {
            Some(place) if counts => place,
            Some(_) => return None,
            None => condition(predicate)?,
        });
    }
    Some(out)
}

fn place(predicate: &Expression, of_type: bool) -> Option<String> {
    let kind = if of_type { "of-type" } else { "child" };
    match predicate {
        Expression::Number(number) if *number >= 1.0 && number.fract() == 0.0 => {
            Some(format!(":nth-{kind}({number})"))
        }
        Expression::Call(name, arguments) if name == "last" && arguments.is_empty() => {
            Some(format!(":nth-last-{kind}(1)"))
        }
        _ => None,
    }
}

/// A predicate that asks for something of the element itself.
fn condition(predicate: &Expression) -> Option<String> {
    match predicate {
        Expression::And(parts) => parts.iter().map(condition).collect(),
        Expression::Or(parts) => {
            let parts: Option<Vec<String>> = parts.iter().map(condition).collect();
            Some(format!(":is({})", parts?.join(", ")))
        }
        Expression::Compare(left, kind, right) => {
            let (name, value) = (attribute(left)?, literal(right)?);
            match kind {
                Comparison::Equal => Some(format!("[{name}={}]", quoted(value))),
                Comparison::Unequal => Some(format!("[{name}]:not([{name}={}])", quoted(value))),
                _ => None,
            }
        }
        Expression::Call(name, arguments) => call(name, arguments),
        Expression::Path { .. } => match attribute(predicate) {
            Some(name) => Some(format!("[{name}]")),
            None => holds(predicate),
        },
        _ => None,
    }
}

fn call(name: &str, arguments: &[Expression]) -> Option<String> {
    match (name, arguments) {
        ("not", [inner]) => Some(format!(":not({})", condition(inner)?)),
        ("contains", [subject, part]) => {
            let part = literal(part)?;
            match (attribute(subject), padded_attribute(subject)) {
                (Some(name), _) => Some(format!("[{name}*={}]", quoted(part))),
                (None, Some(name)) if is_word(part) => {
                    Some(format!("[{name}~={}]", quoted(part.trim())))
                }
                _ => None,
            }
        }
        ("starts-with", [subject, part]) => {
            let (name, part) = (attribute(subject)?, literal(part)?);
            Some(format!("[{name}^={}]", quoted(part)))
        }
        ("ends-with", [subject, part]) => {
            let (name, part) = (attribute(subject)?, literal(part)?);
            Some(format!("[{name}$={}]", quoted(part)))
        }
        _ => None,
    }
}

/// `concat(' ', normalize-space(@class), ' ')`: the usual way to ask for one word of an attribute.
fn padded_attribute(expression: &Expression) -> Option<String> {
    let Expression::Call(name, arguments) = expression else {
        return None;
    };
    let [before, inner, after] = arguments.as_slice() else {
        return None;
    };
    let is_space = |part: &Expression| literal(part) == Some(" ");
    if name != "concat" || !is_space(before) || !is_space(after) {
        return None;
    }
    match inner {
        Expression::Call(name, inner) if name == "normalize-space" => attribute(inner.first()?),
        inner => attribute(inner),
    }
}

/// Whether a text is one word with a space on each side.
fn is_word(part: &str) -> bool {
    let inner = part.strip_prefix(' ').and_then(|p| p.strip_suffix(' '));
    inner.is_some_and(|word| !word.is_empty() && !word.contains(char::is_whitespace))
}

/// An element that holds others: `[p]`, `[.//img]`.
fn holds(expression: &Expression) -> Option<String> {
    let Expression::Path {
        from: From::Context,
        steps,
    } = expression
    else {
        return None;
    };
    let steps: Vec<&Step> = steps
        .iter()
        .filter(|step| !(step.axis == Axis::Itself && step.predicates.is_empty()))
        .collect();
    match steps.as_slice() {
        [step] if step.axis == Axis::Child => Some(format!(":has(> {})", compound(step)?)),
        [step] if step.axis == Axis::Descendant => Some(format!(":has({})", compound(step)?)),
        _ => None,
    }
}

/// The name of an attribute of the element itself.
fn attribute(expression: &Expression) -> Option<String> {
    let Expression::Path {
        from: From::Context,
        steps,
    } = expression
    else {
        return None;
    };
    match steps.as_slice() {
        [step] if step.axis == Axis::Attribute && step.predicates.is_empty() => match &step.test {
            Test::Name(name) if is_plain(name) => Some(name.clone()),
            _ => None,
        },
        _ => None,
    }
}

fn literal(expression: &Expression) -> Option<&str> {
    match expression {
        Expression::Literal(text) => Some(text),
        _ => None,
    }
}

/// Names that CSS writes as they are.
fn is_plain(name: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    name.chars().all(is_word) && !name.starts_with(|c: char| c.is_ascii_digit() || c == '-')
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push_str(&format!("\\{:x} ", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use tamis_dom::{Document, NodeId, Selector};

    use super::super::evaluate::{Evaluator, Item};
    use super::*;
    use crate::content::ends::Ends;

    const PAGE: &str = "<h1 class='headline big'>A</h1><h2>B</h2><div id=main class='story wide'>\
        <p>one<p class=promo>two<p>three<span itemprop=author>C</span></div><div class=story2>\
        <a href=/print/1>Print</a><ul><li>x<li>y</ul></div><meta property=published content=2024>";

    #[test]
    fn selectors_find_what_the_paths_find() {
        let document = Document::parse(PAGE);
        let ends = Ends::of(&document);
        for xpath in [
            "//h1[@class='headline big']",
            "//h1 | //h2",
            "//div[@id='main']/p",
            "//div[@id=\"main\"]//span",
            "//*[contains(@class, 'story')]",
            "//div[contains(concat(' ', normalize-space(@class), ' '), ' story ')]",
            "//div[contains(concat(' ',@class,' '),' wide ') and @id]",
            "//p[not(@class)]",
            "//p[@class='promo' or @id='none']",
            "//div[@class!='story2']",
            "//p[2]",
            "//li[last()]",
            "//div/*[1]",
            "//a[starts-with(@href, '/print')]",
            "//div[ul]",
            "//div[.//span]",
            "//h1/following-sibling::div",
            "/html/body/div",
            "//div[@id='main']/p[1]/text()",
        ] {
            let expression = Expression::parse(xpath).unwrap();
            let css = css(&expression).unwrap_or_else(|| panic!("no CSS for {xpath}"));
            let selector = Selector::parse(&css).unwrap_or_else(|e| panic!("{xpath}: {e}"));
            let found: Vec<NodeId> = document.select(&selector).collect();
            let mut wanted: Vec<NodeId> = Evaluator::new(&document, &ends)
                .select(&expression)
                .into_iter()
                .map(Item::node)
                .map(|n| match document.is_text(n) {
                    true => document.parent(n).unwrap(),
                    false => n,
                })
                .collect();
            wanted.dedup();
            assert!(!found.is_empty(), "{xpath}: {css}");
            assert_eq!(found, wanted, "{xpath}: {css}");
        }
    }

    #[test]
    fn what_css_cannot_say_is_given_back() {
        let (selectors, unknown) = SiteSelectors::parse(
            "title: (//h1)[1]\nbody: //div[contains(., 'x')]\nbody: //main\nfind_string: a\n\
             strip_id_or_class: 'promo'\nprune: no\nstrip: //p/..\n",
        );
        assert_eq!(selectors.body, ["main"]);
        assert_eq!(selectors.strip, ["[id*=\"promo\"], [class*=\"promo\"]"]);
        let unknown: Vec<&str> = unknown.iter().map(|u| u.0.as_str()).collect();
        assert_eq!(
            unknown,
            [
                "title: (//h1)[1]",
                "body: //div[contains(., 'x')]",
                "find_string: a",
                "strip: //p/.."
            ]
        );
    }
}
