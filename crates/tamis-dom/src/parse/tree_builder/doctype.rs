//! § 13.2.6.4.1, the part about document type declarations: which of them mean quirks.

use super::TreeBuilder;
use super::modes::Mode;
use crate::document::Node;
use crate::parse::tokenizer::DoctypeToken;
use crate::{NodeId, NodeKind, QuirksMode};

impl TreeBuilder<'_> {
    /// A DOCTYPE token. Anywhere but at the start it is ignored.
    pub(super) fn doctype(&mut self, token: DoctypeToken) {
        if self.mode != Mode::Initial {
            return;
        }
        let node = self.create(Node::new(NodeKind::Doctype));
        self.append(NodeId::DOCUMENT, node);
        self.quirks_mode = quirks_mode(&token);
        self.doctype = Some(token.into_doctype());
        self.mode = Mode::BeforeHtml;
    }
}

fn quirks_mode(token: &DoctypeToken) -> QuirksMode {
    let public = token.public_id.as_deref().map(str::to_ascii_lowercase);
    let system = token.system_id.as_deref().map(str::to_ascii_lowercase);
    let begins = |prefixes: &[&str]| {
        public
            .as_deref()
            .is_some_and(|public| prefixes.iter().any(|prefix| public.starts_with(prefix)))
    };
    let quirks = token.force_quirks
        || token.name.as_deref() != Some("html")
        || public
            .as_deref()
            .is_some_and(|public| QUIRKS_PUBLIC.contains(&public))
        || system.as_deref() == Some("http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd")
        || begins(QUIRKS_PUBLIC_PREFIXES)
        || system.is_none() && begins(HTML_4_01);
    if quirks {
        QuirksMode::Quirks
    } else if begins(XHTML_1_0) || system.is_some() && begins(HTML_4_01) {
        QuirksMode::LimitedQuirks
    } else {
        QuirksMode::NoQuirks
    }
}

const HTML_4_01: &[&str] = &[
    "-//w3c//dtd html 4.01 frameset//",
    "-//w3c//dtd html 4.01 transitional//",
];

const XHTML_1_0: &[&str] = &[
    "-//w3c//dtd xhtml 1.0 frameset//",
    "-//w3c//dtd xhtml 1.0 transitional//",
];

const QUIRKS_PUBLIC: &[&str] = &[
    "-//w3o//dtd w3 html strict 3.0//en//",
    "-/w3c/dtd html 4.0 transitional/en",
    "html",
];

const QUIRKS_PUBLIC_PREFIXES: &[&str] = &[
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
];
