//! The keys of a saved filter, as TOML has them.

use serde::{Deserialize, Serialize};

use super::{Css, Exclusion, Field, LabelMode, LevelWeights, Measure, Pick, Sample};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Form {
    pub(super) version: u32,
    pub(super) name: String,
    #[serde(default)]
    pub(super) sites: Vec<String>,
    #[serde(default = "default_labels")]
    pub(super) labels: String,
    #[serde(default = "default_height")]
    pub(super) height: usize,
    #[serde(default = "default_damping")]
    pub(super) damping: f32,
    #[serde(default)]
    pub(super) field: Vec<FieldForm>,
}

fn default_labels() -> String {
    LabelMode::default().name().to_owned()
}

fn default_height() -> usize {
    LevelWeights::HEIGHT
}

fn default_damping() -> f32 {
    LevelWeights::DAMPING
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FieldForm {
    pub(super) name: String,
    pub(super) pick: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) container: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) css: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) exclude_css: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) sample: Vec<SampleForm>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) exclude: Vec<ExclusionForm>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SampleForm {
    pub(super) kind: String,
    pub(super) threshold: f64,
    pub(super) path: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExclusionForm {
    pub(super) threshold: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) nth: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<String>,
    pub(super) path: String,
}

pub(super) const NEAREST: &str = "nearest";
pub(super) const SIMILAR: &str = "similar";
pub(super) const ABSOLUTE: &str = "similar-absolute";
pub(super) const INSIDE: &str = "inside";
pub(super) const CSS: &str = "css";

impl FieldForm {
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
    pub(super) fn of(sample: &Sample) -> SampleForm {
        SampleForm {
            kind: sample.kind.to_string(),
            threshold: rounded(sample.threshold),
            path: sample.path.to_string(),
        }
    }
}

impl ExclusionForm {
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
