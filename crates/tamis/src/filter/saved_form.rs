//! The keys of a saved filter, as TOML has them.

use toml::de::DeTable;
use toml_writer::{ToTomlValue, WriteTomlValue};

use super::saved_keys::Keys;
use super::{Css, Exclusion, Field, LabelMode, LevelWeights, Measure, Pick, Sample, SavedError};

pub(super) struct Form {
    pub(super) version: u32,
    pub(super) name: String,
    pub(super) sites: Vec<String>,
    pub(super) labels: String,
    pub(super) height: usize,
    pub(super) damping: f32,
    pub(super) field: Vec<FieldForm>,
}

pub(super) struct FieldForm {
    pub(super) name: String,
    pub(super) pick: String,
    pub(super) container: Option<String>,
    pub(super) css: Vec<String>,
    pub(super) exclude_css: Vec<String>,
    pub(super) sample: Vec<SampleForm>,
    pub(super) exclude: Vec<ExclusionForm>,
}

pub(super) struct SampleForm {
    pub(super) kind: String,
    pub(super) threshold: f64,
    pub(super) path: String,
}

pub(super) struct ExclusionForm {
    pub(super) threshold: f64,
    pub(super) nth: Option<i32>,
    pub(super) text: Option<String>,
    pub(super) path: String,
}

pub(super) const NEAREST: &str = "nearest";
pub(super) const SIMILAR: &str = "similar";
pub(super) const ABSOLUTE: &str = "similar-absolute";
pub(super) const INSIDE: &str = "inside";
pub(super) const CSS: &str = "css";

impl Form {
    pub(super) fn parse(text: &str) -> Result<Form, SavedError> {
        let table = DeTable::parse(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            SavedError::at(text, at, error.message().to_owned())
        })?;
        let keys = Keys::of(text, &table);
        keys.only(&[
            "version", "name", "sites", "labels", "height", "damping", "field",
        ])?;
        let labels = || LabelMode::default().name().to_owned();
        let damping = keys.number("damping")?.map(|number| number as f32);
        let fields = keys.tables("field")?;
        Ok(Form {
            version: keys.needed("version", keys.whole("version")?)?,
            name: keys.needed("name", keys.string("name")?)?,
            sites: keys.strings("sites")?,
            labels: keys.string("labels")?.unwrap_or_else(labels),
            height: keys.whole("height")?.unwrap_or(LevelWeights::HEIGHT),
            damping: damping.unwrap_or(LevelWeights::DAMPING),
            field: fields
                .into_iter()
                .map(FieldForm::read)
                .collect::<Result<_, _>>()?,
        })
    }

    pub(super) fn write(&self) -> String {
        let mut text = String::new();
        line(&mut text, "version", &self.version);
        line(&mut text, "name", &self.name);
        line(&mut text, "sites", &self.sites);
        line(&mut text, "labels", &self.labels);
        line(&mut text, "height", &(self.height as u64));
        line(&mut text, "damping", &self.damping);
        for field in &self.field {
            field.write(&mut text);
        }
        text
    }
}

fn line(text: &mut String, key: &str, value: &impl WriteTomlValue) {
    text.extend([key, " = ", &value.to_toml_value(), "\n"]);
}

impl FieldForm {
    fn read(keys: Keys<'_>) -> Result<FieldForm, SavedError> {
        keys.only(&[
            "name",
            "pick",
            "container",
            "css",
            "exclude_css",
            "sample",
            "exclude",
        ])?;
        let samples = keys.tables("sample")?;
        let excluded = keys.tables("exclude")?;
        Ok(FieldForm {
            name: keys.needed("name", keys.string("name")?)?,
            pick: keys.needed("pick", keys.string("pick")?)?,
            container: keys.string("container")?,
            css: keys.strings("css")?,
            exclude_css: keys.strings("exclude_css")?,
            sample: samples
                .into_iter()
                .map(SampleForm::read)
                .collect::<Result<_, _>>()?,
            exclude: excluded
                .into_iter()
                .map(ExclusionForm::read)
                .collect::<Result<_, _>>()?,
        })
    }

    fn write(&self, text: &mut String) {
        text.push_str("\n[[field]]\n");
        line(text, "name", &self.name);
        line(text, "pick", &self.pick);
        if let Some(container) = &self.container {
            line(text, "container", container);
        }
        if !self.css.is_empty() {
            line(text, "css", &self.css);
        }
        if !self.exclude_css.is_empty() {
            line(text, "exclude_css", &self.exclude_css);
        }
        for sample in &self.sample {
            sample.write(text);
        }
        for exclusion in &self.exclude {
            exclusion.write(text);
        }
    }

    pub(super) fn of(field: &Field) -> FieldForm {
        let (pick, container) = match &field.pick {
            Pick::Nearest => (NEAREST, None),
            Pick::Similar(Measure::Relative) => (SIMILAR, None),
            Pick::Similar(Measure::Absolute) => (ABSOLUTE, None),
            Pick::Inside(path) => (INSIDE, Some(path.to_string())),
            Pick::Css(_) => (CSS, None),
        };
        let css = match &field.pick {
            Pick::Css(rules) => rules.iter().map(Css::to_string).collect(),
            _ => Vec::new(),
        };
        FieldForm {
            name: field.name.clone(),
            pick: pick.to_owned(),
            container,
            css,
            exclude_css: field.excluded_css.iter().map(Css::to_string).collect(),
            sample: field.samples.iter().map(SampleForm::of).collect(),
            exclude: field.excluded.iter().map(ExclusionForm::of).collect(),
        }
    }
}

impl SampleForm {
    fn read(keys: Keys<'_>) -> Result<SampleForm, SavedError> {
        keys.only(&["kind", "threshold", "path"])?;
        Ok(SampleForm {
            kind: keys.needed("kind", keys.string("kind")?)?,
            threshold: keys.needed("threshold", keys.number("threshold")?)?,
            path: keys.needed("path", keys.string("path")?)?,
        })
    }

    fn write(&self, text: &mut String) {
        text.push_str("\n[[field.sample]]\n");
        line(text, "kind", &self.kind);
        line(text, "threshold", &self.threshold);
        line(text, "path", &self.path);
    }

    pub(super) fn of(sample: &Sample) -> SampleForm {
        SampleForm {
            kind: sample.kind.to_string(),
            threshold: rounded(sample.threshold),
            path: sample.path.to_string(),
        }
    }
}

impl ExclusionForm {
    fn read(keys: Keys<'_>) -> Result<ExclusionForm, SavedError> {
        keys.only(&["threshold", "nth", "text", "path"])?;
        Ok(ExclusionForm {
            threshold: keys.needed("threshold", keys.number("threshold")?)?,
            nth: keys.whole("nth")?,
            text: keys.string("text")?,
            path: keys.needed("path", keys.string("path")?)?,
        })
    }

    fn write(&self, text: &mut String) {
        text.push_str("\n[[field.exclude]]\n");
        line(text, "threshold", &self.threshold);
        if let Some(nth) = &self.nth {
            line(text, "nth", nth);
        }
        if let Some(words) = &self.text {
            line(text, "text", words);
        }
        line(text, "path", &self.path);
    }

    pub(super) fn of(exclusion: &Exclusion) -> ExclusionForm {
        ExclusionForm {
            threshold: rounded(exclusion.threshold),
            nth: exclusion.nth,
            text: exclusion.text.clone(),
            path: exclusion.path.to_string(),
        }
    }
}

/// Thresholds are for people: two digits.
fn rounded(threshold: f32) -> f64 {
    (f64::from(threshold) * 100.0).round() / 100.0
}
