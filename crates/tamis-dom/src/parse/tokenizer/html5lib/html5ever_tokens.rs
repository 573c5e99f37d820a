//! html5ever's tokens, as the suite writes them.

use std::cell::RefCell;

use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{Plaintext, RawData, RawKind, State};
use html5ever::tokenizer::{
    Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use serde_json::{Value, json};

use super::Case;

/// The tokens of a case.
pub(super) fn tokens(case: &Case) -> Vec<Value> {
    let initial_state = match case.state.as_str() {
        "PLAINTEXT state" => Some(Plaintext),
        "RCDATA state" => Some(RawData(RawKind::Rcdata)),
        "RAWTEXT state" => Some(RawData(RawKind::Rawtext)),
        "Script data state" => Some(RawData(RawKind::ScriptData)),
        "CDATA section state" => Some(State::CdataSection),
        _ => None,
    };
    let options = TokenizerOpts {
        initial_state,
        last_start_tag_name: case.last_start_tag.clone(),
        discard_bom: false,
        ..TokenizerOpts::default()
    };
    let tokenizer = Tokenizer::new(Sink::default(), options);
    let buffer = BufferQueue::default();
    buffer.push_back(StrTendril::from(case.input.as_str()));
    let _ = tokenizer.feed(&buffer);
    tokenizer.end();
    tokenizer.sink.0.into_inner()
}

#[derive(Default)]
struct Sink(RefCell<Vec<Value>>);

impl Sink {
    fn characters(&self, text: &str) {
        let mut tokens = self.0.borrow_mut();
        match tokens.last_mut() {
            Some(last) if last[0] == "Character" => {
                last[1] = json!(last[1].as_str().unwrap_or_default().to_owned() + text);
            }
            _ => tokens.push(json!(["Character", text])),
        }
    }
}

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        match token {
            Token::DoctypeToken(doctype) => {
                let text = |text: Option<StrTendril>| text.map(|text| text.to_string());
                let (name, public, system) = (
                    text(doctype.name),
                    text(doctype.public_id),
                    text(doctype.system_id),
                );
                self.0.borrow_mut().push(json!([
                    "DOCTYPE",
                    name,
                    public,
                    system,
                    !doctype.force_quirks
                ]));
            }
            Token::TagToken(tag) => self.0.borrow_mut().push(tag_token(&tag)),
            Token::CommentToken(text) => self.0.borrow_mut().push(json!(["Comment", &*text])),
            Token::CharacterTokens(text) => self.characters(&text),
            Token::NullCharacterToken => self.characters("\0"),
            Token::EOFToken | Token::ParseError(_) => {}
        }
        TokenSinkResult::Continue
    }
}

fn tag_token(tag: &Tag) -> Value {
    if tag.kind == TagKind::EndTag {
        return json!(["EndTag", &*tag.name]);
    }
    let attrs: serde_json::Map<String, Value> = tag
        .attrs
        .iter()
        .map(|attr| (attr.name.local.to_string(), json!(&*attr.value)))
        .collect();
    let mut token = vec![json!("StartTag"), json!(&*tag.name), Value::Object(attrs)];
    token.extend(tag.self_closing.then_some(json!(true)));
    Value::Array(token)
}
