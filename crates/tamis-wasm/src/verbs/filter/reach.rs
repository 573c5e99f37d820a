//! What every position of a slider selects, for a field as it is being picked.

use serde::Serialize;
use tamis::filter::{self, LabelMode, Picked};

use super::numbers_of;
use crate::answer::json;
use crate::request::asked;
use crate::verbs::asked::elements;
use crate::{Desk, Trouble};

asked! {
    /// A field: its samples and what is excluded from it, by number.
    pub(crate) struct Asked {
        page: u32,
        name: String,
        samples: Vec<u32>,
        excluded: Vec<u32> = Vec::new(),
    }
}

#[derive(Serialize)]
struct Reach {
    nodes: Vec<usize>,
    from: Vec<f32>,
    /// `null` where there is none.
    until: Vec<f32>,
    suggested: f32,
    automatic: Vec<usize>,
    left_out: Vec<usize>,
    how: String,
}

pub(crate) fn reach(desk: &Desk, asked: &Asked) -> Result<String, Trouble> {
    let document = desk.page(asked.page)?;
    let picked = |nodes: &[u32]| -> Result<Picked, Trouble> {
        Ok(Picked::nodes(&asked.name, elements(document, nodes)?))
    };
    let both = [picked(&asked.samples)?, picked(&asked.excluded)?.excluded()];
    let reach = filter::reach(document, &asked.name, &both, LabelMode::default());
    let reach = reach.map_err(Trouble::new)?;
    json(&Reach {
        nodes: reach.reached.iter().map(|one| one.node.index()).collect(),
        from: reach.reached.iter().map(|one| one.from).collect(),
        until: reach.reached.iter().map(|one| one.until).collect(),
        suggested: reach.suggested,
        automatic: numbers_of(&reach.automatic),
        left_out: numbers_of(&reach.left_out),
        how: reach.how,
    })
}
