//! Learns the weights of the menu scorer and prints them as `crates/tamis/src/menu/weights.rs` has
//! them, after the scores of sites that were left out:
//!
//! ```text
//! cargo run --release -p tamis-eval --example fit_menu -- SITES
//! ```
#![allow(clippy::print_stdout, reason = "it is a tool")]

use std::path::Path;

use tamis::menu::{Page, feature_names, page_feature_count, rank};
use tamis::site::menu::SIBLINGS;
use tamis_eval::formats::{LabelledSite, read_sites};
use tamis_eval::menu::fit::{PRIOR, Sample, chosen, fit, score};
use tamis_eval::menu::siblings;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args()
        .nth(1)
        .ok_or("name a folder of labelled sites")?;
    let sites: Result<Vec<_>, _> = read_sites(Path::new(&folder))?.into_iter().collect();
    let sites = sites?;
    let alone: Vec<Sample> = sites.iter().map(|site| sample(site, 0)).collect();
    let together: Vec<Sample> = sites.iter().map(|site| sample(site, SIBLINGS)).collect();

    let mut scores = (Vec::new(), Vec::new());
    for left_out in 0..sites.len() {
        let others = |samples: &[Sample]| -> Vec<Sample> {
            let kept = samples.iter().enumerate().filter(|&(i, _)| i != left_out);
            kept.map(|(_, sample)| sample.clone()).collect()
        };
        let weights = learn(&others(&alone), &others(&together));
        scores.0.push(f1(&alone[left_out], &weights));
        scores.1.push(f1(&together[left_out], &weights));
        println!(
            "// {:<28} {:.3} {:.3}",
            sites[left_out].name, scores.0[left_out], scores.1[left_out]
        );
    }
    println!("// left out, page alone: {}", summary(&scores.0));
    println!("// left out, siblings:   {}", summary(&scores.1));
    let weights = learn(&alone, &together);
    for (name, weight) in feature_names().into_iter().zip(&weights) {
        println!("    ({name:?}, {weight:.2}),");
    }
    print_lowest("page alone", &alone, &weights);
    print_lowest("siblings", &together, &weights);
    Ok(())
}

fn learn(alone: &[Sample], together: &[Sample]) -> Vec<f64> {
    let prior: Vec<f64> = PRIOR.iter().map(|(_, weight)| *weight).collect();
    let page = page_feature_count();
    let page_weights = fit(&alone.iter().collect::<Vec<_>>(), &prior, 0..page);
    fit(
        &together.iter().collect::<Vec<_>>(),
        &page_weights,
        page..prior.len(),
    )
}

fn sample(site: &LabelledSite, count: usize) -> Sample {
    let page = Page {
        document: &site.document,
        url: &site.url,
    };
    let siblings = if count == 0 {
        Vec::new()
    } else {
        siblings(site, count)
    };
    let pages: Vec<Page<'_>> = siblings
        .iter()
        .map(|(url, document)| Page { document, url })
        .collect();
    // In the order of the page: the choice among equals must not know the present weights.
    let mut ranked = rank(page, &pages);
    ranked.sort_by_key(|candidate| candidate.node);
    let f1 = |node| site.gold.score_menu(&site.document, Some(node)).f1;
    let candidates = ranked
        .into_iter()
        .map(|c| (c.features, f1(c.node)))
        .collect();
    Sample {
        name: site.name.clone(),
        candidates,
    }
}

fn f1(sample: &Sample, weights: &[f64]) -> f64 {
    chosen(sample, weights).map_or(0.0, |(_, f1)| *f1)
}

fn summary(scores: &[f64]) -> String {
    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
    let perfect = scores.iter().filter(|&&f1| f1 > 0.999).count();
    format!("F1 {mean:.4}, perfect {perfect} of {}", scores.len())
}

/// The lowest scores of right answers and the highest of blocks that share nothing with the menu:
/// the thresholds lie between a page without its menu and these.
fn print_lowest(name: &str, samples: &[Sample], weights: &[f64]) {
    let mut right: Vec<f64> = Vec::new();
    let mut wrong: Vec<f64> = Vec::new();
    for sample in samples {
        if let Some((features, f1)) = chosen(sample, weights)
            && *f1 > 0.9
        {
            right.push(score(features, weights));
        }
        let others = sample.candidates.iter().filter(|(_, f1)| *f1 == 0.0);
        wrong.extend(
            others
                .map(|(f, _)| score(f, weights))
                .max_by(f64::total_cmp),
        );
    }
    right.sort_by(f64::total_cmp);
    wrong.sort_by(f64::total_cmp);
    println!(
        "// {name}: right answers from {:.1?}",
        &right[..right.len().min(6)]
    );
    println!("// {name}: best of a page without its menu {wrong:.1?}");
}
