//! § 13.2.6.5 The rules for parsing tokens in foreign content: SVG and MathML within HTML.

use super::category::{BREAKS_OUT, categories};
use super::stack::{Open, Role};
use super::{FramesetOk, Item, StartTag, Text, TreeBuilder};
use crate::{Namespace, Tag};

impl TreeBuilder<'_> {
    /// § 13.2.6, the dispatcher: whether a start tag goes by these rules, the adjusted current node
    /// being foreign.
    #[cold]
    pub(super) fn start_tag_is_foreign(&self, tag: Tag) -> bool {
        let (current, namespace, role) = self.adjusted_current_node();
        match role {
            Role::HtmlIntegrationPoint => false,
            Role::MathMlTextIntegrationPoint => matches!(tag, Tag::MGLYPH | Tag::MALIGNMARK),
            _ => {
                !(namespace == Namespace::MathMl
                    && current == Tag::ANNOTATION_XML
                    && tag == Tag::SVG)
            }
        }
    }

    /// The same for characters.
    #[cold]
    pub(super) fn characters_are_foreign(&self) -> bool {
        !matches!(
            self.adjusted_current_node().2,
            Role::HtmlIntegrationPoint | Role::MathMlTextIntegrationPoint
        )
    }

    fn adjusted_current_node(&self) -> (Tag, Namespace, Role) {
        match (self.adjusting_context(), self.stack.top()) {
            (Some(context), _) => (
                context.tag,
                context.namespace,
                role(context.tag, context.namespace),
            ),
            (None, Some(open)) => (open.tag, open.namespace, open.role),
            (None, None) => (Tag::NONE, Namespace::Html, Role::Plain),
        }
    }

    /// Any characters: NULs are replaced.
    #[cold]
    pub(super) fn foreign_characters(&mut self, text: Text) {
        if self.frameset_ok == FramesetOk::Ok && !self.is_whitespace(&text) {
            self.frameset_ok = FramesetOk::NotOk;
        }
        if text.nul() {
            let replaced = self.tokenizer.characters(&text).replace('\0', "\u{FFFD}");
            let replaced = self.tokenizer.owned(replaced, false);
            return self.insert_characters(replaced);
        }
        self.insert_characters(text);
    }

    #[cold]
    pub(super) fn foreign_start_tag(&mut self, token: &StartTag) {
        let breaks_out = categories(token.tag) & BREAKS_OUT != 0
            || token.tag == Tag::FONT
                && ["color", "face", "size"]
                    .iter()
                    .any(|name| self.attr(token.attrs, name).is_some());
        if breaks_out {
            self.pop_foreign();
            return self.process(Item::StartTag(*token));
        }
        let (_, namespace, _) = self.adjusted_current_node();
        self.insert_foreign_element(token, namespace);
    }

    /// § Insert a foreign element; unless it closes itself it is now the current node. Names and
    /// attributes are adjusted when asked for.
    pub(super) fn insert_foreign_element(&mut self, token: &StartTag, namespace: Namespace) {
        let node = self.create_element(token.tag, namespace, token.attrs);
        let place = self.appropriate_place();
        self.insert_new(node, place);
        if !token.self_closing {
            let role = self.role_of(token, namespace);
            self.stack.push(Open::new(node, token.tag, namespace, role));
        }
    }

    #[cold]
    pub(super) fn foreign_end_tag(&mut self, tag: Tag) {
        if matches!(tag, Tag::BR | Tag::P) {
            self.pop_foreign();
            return self.process(Item::EndTag(tag));
        }
        // Upwards from the current node: a foreign element of this name is closed; at the first
        // element of HTML its rules are asked. In a foreign context the root is as far as it goes.
        match self.stack.foreign_rposition(tag) {
            Some(index) => self.pop_to(index),
            None if self.is_in_foreign_context() => {}
            None => self.process(Item::EndTag(tag)),
        }
    }

    /// Pops until the current node is an integration point or an element of HTML.
    fn pop_foreign(&mut self) {
        while self.stack.top().is_some_and(|top| {
            top.namespace != Namespace::Html && matches!(top.role, Role::Plain | Role::Boundary)
        }) {
            self.pop();
        }
    }

    fn role_of(&self, token: &StartTag, namespace: Namespace) -> Role {
        if namespace == Namespace::MathMl && token.tag == Tag::ANNOTATION_XML {
            let html = self.attr(token.attrs, "encoding").is_some_and(|encoding| {
                encoding.eq_ignore_ascii_case("text/html")
                    || encoding.eq_ignore_ascii_case("application/xhtml+xml")
            });
            return if html {
                Role::HtmlIntegrationPoint
            } else {
                Role::Boundary
            };
        }
        role(token.tag, namespace)
    }
}

/// What a foreign element is to the rules, attributes apart.
fn role(tag: Tag, namespace: Namespace) -> Role {
    match (namespace, tag) {
        (Namespace::MathMl, Tag::MI | Tag::MO | Tag::MN | Tag::MS | Tag::MTEXT) => {
            Role::MathMlTextIntegrationPoint
        }
        (Namespace::MathMl, Tag::ANNOTATION_XML) => Role::Boundary,
        (Namespace::Svg, Tag::FOREIGNOBJECT | Tag::DESC | Tag::TITLE) => Role::HtmlIntegrationPoint,
        _ => Role::Plain,
    }
}

/// § 13.2.6.5, the table of tag names of SVG that are not all lower case.
pub(crate) fn adjust_svg_tag(tag: Tag) -> Option<&'static str> {
    Some(match tag {
        Tag::ALTGLYPH => "altGlyph",
        Tag::ALTGLYPHDEF => "altGlyphDef",
        Tag::ALTGLYPHITEM => "altGlyphItem",
        Tag::ANIMATECOLOR => "animateColor",
        Tag::ANIMATEMOTION => "animateMotion",
        Tag::ANIMATETRANSFORM => "animateTransform",
        Tag::CLIPPATH => "clipPath",
        Tag::FEBLEND => "feBlend",
        Tag::FECOLORMATRIX => "feColorMatrix",
        Tag::FECOMPONENTTRANSFER => "feComponentTransfer",
        Tag::FECOMPOSITE => "feComposite",
        Tag::FECONVOLVEMATRIX => "feConvolveMatrix",
        Tag::FEDIFFUSELIGHTING => "feDiffuseLighting",
        Tag::FEDISPLACEMENTMAP => "feDisplacementMap",
        Tag::FEDISTANTLIGHT => "feDistantLight",
        Tag::FEDROPSHADOW => "feDropShadow",
        Tag::FEFLOOD => "feFlood",
        Tag::FEFUNCA => "feFuncA",
        Tag::FEFUNCB => "feFuncB",
        Tag::FEFUNCG => "feFuncG",
        Tag::FEFUNCR => "feFuncR",
        Tag::FEGAUSSIANBLUR => "feGaussianBlur",
        Tag::FEIMAGE => "feImage",
        Tag::FEMERGE => "feMerge",
        Tag::FEMERGENODE => "feMergeNode",
        Tag::FEMORPHOLOGY => "feMorphology",
        Tag::FEOFFSET => "feOffset",
        Tag::FEPOINTLIGHT => "fePointLight",
        Tag::FESPECULARLIGHTING => "feSpecularLighting",
        Tag::FESPOTLIGHT => "feSpotLight",
        Tag::FETILE => "feTile",
        Tag::FETURBULENCE => "feTurbulence",
        Tag::FOREIGNOBJECT => "foreignObject",
        Tag::GLYPHREF => "glyphRef",
        Tag::LINEARGRADIENT => "linearGradient",
        Tag::RADIALGRADIENT => "radialGradient",
        Tag::TEXTPATH => "textPath",
        _ => return None,
    })
}

/// § Adjust SVG attributes: the names that are not all lower case.
pub(crate) fn adjust_svg_attribute(name: &str) -> Option<&'static str> {
    let at = SVG_ATTRIBUTES
        .binary_search_by(|(lower, _)| lower.cmp(&name))
        .ok()?;
    Some(SVG_ATTRIBUTES[at].1)
}

/// Lower case and adjusted, sorted.
#[rustfmt::skip]
const SVG_ATTRIBUTES: [(&str, &str); 58] = [
    ("attributename", "attributeName"), ("attributetype", "attributeType"), ("basefrequency", "baseFrequency"),
    ("baseprofile", "baseProfile"), ("calcmode", "calcMode"), ("clippathunits", "clipPathUnits"),
    ("diffuseconstant", "diffuseConstant"), ("edgemode", "edgeMode"), ("filterunits", "filterUnits"),
    ("glyphref", "glyphRef"), ("gradienttransform", "gradientTransform"), ("gradientunits", "gradientUnits"), ("kernelmatrix", "kernelMatrix"),
    ("kernelunitlength", "kernelUnitLength"), ("keypoints", "keyPoints"), ("keysplines", "keySplines"),
    ("keytimes", "keyTimes"), ("lengthadjust", "lengthAdjust"), ("limitingconeangle", "limitingConeAngle"),
    ("markerheight", "markerHeight"), ("markerunits", "markerUnits"), ("markerwidth", "markerWidth"),
    ("maskcontentunits", "maskContentUnits"), ("maskunits", "maskUnits"), ("numoctaves", "numOctaves"),
    ("pathlength", "pathLength"), ("patterncontentunits", "patternContentUnits"),
    ("patterntransform", "patternTransform"), ("patternunits", "patternUnits"), ("pointsatx", "pointsAtX"),
    ("pointsaty", "pointsAtY"), ("pointsatz", "pointsAtZ"), ("preservealpha", "preserveAlpha"),
    ("preserveaspectratio", "preserveAspectRatio"), ("primitiveunits", "primitiveUnits"), ("refx", "refX"),
    ("refy", "refY"), ("repeatcount", "repeatCount"), ("repeatdur", "repeatDur"),
    ("requiredextensions", "requiredExtensions"), ("requiredfeatures", "requiredFeatures"),
    ("specularconstant", "specularConstant"), ("specularexponent", "specularExponent"),
    ("spreadmethod", "spreadMethod"), ("startoffset", "startOffset"), ("stddeviation", "stdDeviation"),
    ("stitchtiles", "stitchTiles"), ("surfacescale", "surfaceScale"), ("systemlanguage", "systemLanguage"),
    ("tablevalues", "tableValues"), ("targetx", "targetX"), ("targety", "targetY"), ("textlength", "textLength"),
    ("viewbox", "viewBox"), ("viewtarget", "viewTarget"), ("xchannelselector", "xChannelSelector"),
    ("ychannelselector", "yChannelSelector"), ("zoomandpan", "zoomAndPan"),
];
