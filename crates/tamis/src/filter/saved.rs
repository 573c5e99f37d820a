//! The form in which a filter is kept and shared: TOML, versioned, made to be read and edited.
//!
//! Text in, text out; where it rests is for others to know.

use std::fmt;

use super::path::MAX_DEPTH;
use super::saved_form::{
    ABSOLUTE, CSS, ExclusionForm, FieldForm, Form, INSIDE, NEAREST, SIMILAR, SampleForm,
};
use super::{
    Css, Exclusion, Field, Filter, Kind, LabelMode, LabelPath, Measure, Pick, Sample, SitePattern,
};

/// The version of the form. A program reads its own and all earlier ones.
const VERSION: u32 = 1;

const HEAD: &str = "# A filter of Tamis: what to keep on pages like the one it was learnt on.\n\n";

/// A saved filter that cannot be read, with the place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong.
    pub why: String,
}

impl fmt::Display for SavedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.line, self.column, self.why
        )
    }
}

impl std::error::Error for SavedError {}

impl Filter {
    /// The filter as TOML.
    pub fn to_toml(&self) -> String {
        let form = Form {
            version: VERSION,
            name: self.name.clone(),
            sites: self.sites.iter().map(SitePattern::to_string).collect(),
            labels: self.mode.name().to_owned(),
            height: self.height,
            damping: self.damping,
            field: self.fields.iter().map(FieldForm::of).collect(),
        };
        format!("{HEAD}{}", form.write())
    }

    /// Reads a filter from TOML.
    pub fn from_toml(text: &str) -> Result<Filter, SavedError> {
        let form = Form::parse(text)?;
        let reader = Reader { text };
        if form.version > VERSION {
            return Err(reader.wrong(
                "version",
                &form.version.to_string(),
                &format!("a newer version than this program knows ({VERSION})"),
            ));
        }
        reader.filter(form)
    }
}

impl SavedError {
    pub(super) fn at(text: &str, offset: usize, why: String) -> SavedError {
        let before = text.get(..offset).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        SavedError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            why,
        }
    }
}

/// Turns the form into a filter; a value that makes no sense is found again in the text.
struct Reader<'a> {
    text: &'a str,
}

impl Reader<'_> {
    fn filter(&self, form: Form) -> Result<Filter, SavedError> {
        let mode = LabelMode::from_name(&form.labels)
            .ok_or_else(|| self.wrong("labels", &form.labels, "neither `names` nor `tag`"))?;
        if form.height > MAX_HEIGHT {
            let height = form.height.to_string();
            return Err(self.wrong("height", &height, &format!("more than {MAX_HEIGHT}")));
        }
        let fields: Result<Vec<Field>, SavedError> =
            form.field.iter().map(|field| self.field(field)).collect();
        if form.field.is_empty() {
            return Err(self.wrong("name", &form.name, "the filter has no [[field]]"));
        }
        for (at, field) in form.field.iter().enumerate() {
            if form.field[..at]
                .iter()
                .any(|other| other.name == field.name)
            {
                return Err(self.wrong("name", &field.name, "two fields of one name"));
            }
        }
        Ok(Filter {
            name: form.name,
            sites: form
                .sites
                .iter()
                .map(|site| SitePattern::new(site))
                .collect(),
            mode,
            height: form.height,
            damping: form.damping,
            fields: fields?,
        })
    }

    fn field(&self, form: &FieldForm) -> Result<Field, SavedError> {
        let pick = match (form.pick.as_str(), &form.container) {
            (NEAREST, _) => Pick::Nearest,
            (SIMILAR, _) => Pick::Similar(Measure::Relative),
            (ABSOLUTE, _) => Pick::Similar(Measure::Absolute),
            (INSIDE, Some(container)) => Pick::Inside(self.path("container", container)?),
            (CSS, _) if !form.css.is_empty() => Pick::Css(self.selectors("css", &form.css)?),
            (CSS, _) => return Err(self.wrong("pick", CSS, "without a selector in `css`")),
            (INSIDE, None) => return Err(self.wrong("pick", INSIDE, "without a `container`")),
            (other, _) => {
                let why = "none of `nearest`, `similar`, `similar-absolute`, `inside`, `css`";
                return Err(self.wrong("pick", other, why));
            }
        };
        let samples: Result<Vec<Sample>, SavedError> =
            form.sample.iter().map(|form| self.sample(form)).collect();
        let excluded: Result<Vec<Exclusion>, SavedError> = form
            .exclude
            .iter()
            .map(|form| self.exclusion(form))
            .collect();
        let field = Field {
            name: form.name.clone(),
            pick,
            samples: samples?,
            excluded: excluded?,
            excluded_css: self.selectors("exclude_css", &form.exclude_css)?,
        };
        let needs_sample = matches!(field.pick, Pick::Nearest | Pick::Similar(_));
        if needs_sample && field.samples.is_empty() {
            return Err(self.wrong("name", &form.name, "the field has no [[field.sample]]"));
        }
        if field.samples.len() + field.excluded.len() > MAX_PATHS {
            let why = format!("the field has more than {MAX_PATHS} samples and exclusions");
            return Err(self.wrong("name", &form.name, &why));
        }
        Ok(field)
    }

    fn sample(&self, form: &SampleForm) -> Result<Sample, SavedError> {
        Ok(Sample {
            path: self.path("path", &form.path)?,
            kind: Kind::parse(&form.kind),
            threshold: self.threshold(form.threshold)?,
        })
    }

    fn exclusion(&self, form: &ExclusionForm) -> Result<Exclusion, SavedError> {
        Ok(Exclusion {
            path: self.path("path", &form.path)?,
            threshold: self.threshold(form.threshold)?,
            nth: form.nth,
            text: form.text.clone(),
        })
    }

    fn threshold(&self, number: f64) -> Result<f32, SavedError> {
        match number.is_finite() && number >= 0.0 {
            true => Ok(number as f32),
            false => Err(self.wrong("threshold", &number.to_string(), "it must be 0 or more")),
        }
    }

    fn path(&self, key: &str, text: &str) -> Result<LabelPath, SavedError> {
        LabelPath::parse(text)
            .filter(|path| path.labels.len() <= MAX_DEPTH)
            .ok_or_else(|| self.wrong(key, text, "not a path like `html > body > p.lead`"))
    }

    fn selectors(&self, key: &str, texts: &[String]) -> Result<Vec<Css>, SavedError> {
        let read = |text: &String| {
            Css::parse(text).map_err(|error| self.wrong(key, text, &error.to_string()))
        };
        texts.iter().map(read).collect()
    }

    /// An error at the first place where the key has this value.
    fn wrong(&self, key: &str, value: &str, why: &str) -> SavedError {
        let is_place = |&(at, _): &(usize, &str)| {
            let line_start = self.text[..at].rfind('\n').map_or(0, |end| end + 1);
            self.text[line_start..at].trim_start().starts_with(key)
        };
        let place = self.text.match_indices(value).find(is_place);
        let at = place.map(|(at, _)| at).or_else(|| self.text.find(value));
        let at = at.unwrap_or(0);
        SavedError::at(self.text, at, format!("`{key}` is `{value}`: {why}"))
    }
}

/// Higher trees than this are nobody's; the weights are a table.
const MAX_HEIGHT: usize = 1000;

/// A person shows a handful. Each costs a pass over every page, and filters are shared.
const MAX_PATHS: usize = 1000;

#[cfg(test)]
mod tests {
    use tamis_dom::Document;

    use super::super::{LearnOptions, Picked, learn};
    use super::*;

    fn filter() -> Filter {
        let document = Document::parse(
            "<h1>T</h1><main class=x><p>one</p><p>two</p><div class=ad>ad</div><ul><li>next</ul></main>",
        );
        let picked = [
            Picked::by_css(&document, "headline", "h1").unwrap(),
            Picked::by_css(&document, "text", "main p").unwrap(),
            Picked::by_css(&document, "text", ".ad, ul")
                .unwrap()
                .excluded(),
        ];
        let options = LearnOptions {
            name: "a \"name\"".to_owned(),
            sites: vec![SitePattern::new("news.example/*")],
            ..LearnOptions::default()
        };
        learn(&document, &picked, &options).unwrap()
    }

    #[test]
    fn filters_are_read_back_as_they_were_written() {
        let text = filter().to_toml();
        let again = Filter::from_toml(&text).unwrap();
        assert_eq!(again.to_toml(), text);
        assert!(
            text.contains("container = \"html > body > main.x\""),
            "{text}"
        );
        assert!(text.contains("nth = -1"), "{text}");
        assert!(text.contains("name = 'a \"name\"'"), "{text}");
    }

    #[test]
    fn a_broken_filter_says_where() {
        let place = |from: &str, to: &str| {
            let text = filter().to_toml().replacen(from, to, 1);
            let error = Filter::from_toml(&text).unwrap_err();
            let line = text.lines().nth(error.line - 1).unwrap_or_default();
            (line.to_owned(), error.column, error.why)
        };
        assert_eq!(place("version = 1", "version = ").0, "version = ");
        assert_eq!(place("version = 1", "version = 9").1, 11);
        assert_eq!(place("damping", "dampling").0, "dampling = 10.0");
        let (line, column, why) = place("damping = 10.0", "dampling = 1");
        assert_eq!((line.as_str(), column), ("dampling = 1", 1));
        assert!(
            why.contains("no key `dampling` here, only `version`"),
            "{why}"
        );
        let (line, column, why) = place("height = 20", "height = -20");
        assert_eq!((line.as_str(), column), ("height = -20", 10));
        assert_eq!(why, "`height` is not a whole number in range");
        let (line, _, why) = place("pick = \"inside\"", "");
        assert_eq!(
            (line.as_str(), why.as_str()),
            ("[[field]]", "`pick` is missing")
        );
        let (line, column, why) = place("\"inside\"", "\"outside\"");
        assert_eq!((line.as_str(), column), ("pick = \"outside\"", 9));
        assert!(why.contains("none of `nearest`"), "{why}");
        let (line, _, why) = place("html > body > main.x\"", "html > > main\"");
        assert!(line.starts_with("container"), "{line}: {why}");
    }
}
