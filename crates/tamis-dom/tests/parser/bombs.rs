//! Pages that are made to take the square of their length. None is timed: at these sizes a rule that
//! walks the whole stack for each tag would not end.

use tamis_dom::{Document, NodeId};

use crate::invariants;

const DEEP: usize = 1_000_000;
const MANY: usize = 300_000;

fn parse(page: String) -> Document {
    let document = Document::parse(page);
    invariants::check(&document);
    document
}

#[test]
fn a_million_nested_elements() {
    for tag in [
        "div",
        "span",
        "x-y",
        "b",
        "ul><li",
        "table><tr><td",
        "svg",
        "svg><desc",
        "math><mi",
        "p><button",
        "template",
    ] {
        let tags = tag.matches('<').count() + 1;
        let document = parse(format!("<{tag}>").repeat(DEEP / tags));
        assert!(document.len() > DEEP / 2, "{tag}");
        let depth = document
            .elements()
            .rev()
            .take(4)
            .map(|n| document.ancestors(n).count())
            .max();
        assert!(depth > Some(3), "{tag}");
    }
}

/// Something deep, and then something small over and over again.
#[test]
fn deep_stacks_and_small_tags() {
    let deep = [
        "<div>",
        "<span>",
        "<p><div>",
        "<ul><li><div>",
        "<x-y>",
        "<b>",
        "<svg>",
        "<svg><g>",
        "<p><span>",
        "<form><div></form>",
        "<table><tr><td>",
        "<template>",
        "<select><div>",
        "<dl><dd><div>",
        "<ruby><rt><span>",
        "<svg><desc><div>",
        "<table>",
        "<b><p>",
        "<a><div>",
        "<nobr><div>",
    ];
    let small = [
        "</p>",
        "<p>",
        "<p></p>",
        "</x-y>",
        "</zz>",
        "</b>",
        "<b></b>",
        "<a></a>",
        "<li></li>",
        "<li>",
        "<dd></dd>",
        "</li>",
        "</dd>",
        "<table></table>",
        "<table><tr><td></table>",
        "</table>",
        "</td>",
        "<td>",
        "</form>",
        "<form></form>",
        "<h1></h1>",
        "</h1>",
        "<hr>",
        "<input>",
        "<option></option>",
        "<select></select>",
        "<button></button>",
        "</svg>",
        "<svg></svg>",
        "</g>",
        "<rt></rt>",
        "x",
        "<svg><desc></desc></svg>",
        "<template></template>",
        "</template>",
        "<body a>",
        "</body>",
        "<html b>",
        "<!--c-->",
        "<nobr></nobr>",
        "<applet></applet>",
        "<textarea></textarea>",
        "</select>",
        "<frameset>",
        "</div>x<div>",
    ];
    // Once the deep ones are open at the bottom, and once with a boundary that hides what is below.
    for deep in deep {
        let bottom = deep.repeat(MANY / 20);
        for small in small {
            let page = format!(
                "<!doctype html><ul><li><y>{bottom}{}",
                small.repeat(MANY / 20)
            );
            let document = Document::parse(page);
            assert!(document.len() > 4, "{deep} {small}");
        }
    }
}

#[test]
fn formatting_elements_that_differ() {
    let open: String = (0..MANY).map(|number| format!("<b a{number}>")).collect();
    parse(format!("{open}{}", "<p>x</p>".repeat(1000)));
    parse(format!(
        "<p>{}{}",
        &open[..100_000],
        "</p><p>x".repeat(MANY)
    ));
    parse(format!(
        "{open}<p>{}{}",
        "<span>".repeat(MANY),
        "</b>".repeat(MANY)
    ));
    parse("<b><p>".repeat(MANY) + &"</b>".repeat(MANY));
    parse("<a><div>".repeat(MANY));
    parse("<b><i><u><s><div></b>".repeat(MANY / 2));
    parse("<table><b>".repeat(MANY / 10) + &"x</b>".repeat(MANY / 10));
}

#[test]
fn text_that_is_merged_over_and_over() {
    let document = parse("<table>".to_owned() + &"x</zz>".repeat(MANY));
    assert_eq!(document.text_content(NodeId::DOCUMENT).len(), MANY);
    parse("<table>".to_owned() + &"a<tr><td><table>b<tr>b</table></td></tr>".repeat(MANY / 4));
    parse("a</>".repeat(MANY));
    parse("<frameset>".to_owned() + &"&amp; x ".repeat(MANY));
}

#[test]
fn ends_that_never_come() {
    for start in [
        "<script><!--</script>",
        "<!--",
        "<!-",
        "<a '",
        "<![CDATA[",
        "<svg><![CDATA[",
        "<textarea></textare",
        "<title></titl",
        "<script></scrip",
        "<!doctype ",
        "<?",
        "</ ",
        "<a href=\"",
        "&",
        "&am",
        "<",
        "<meta ",
        "<body x=1>",
        "<html y=2>",
    ] {
        parse(start.repeat(MANY));
        parse(format!("<div>{}", start.repeat(1000)));
    }
}
