//! Learns the weights of the menu scorer.
//!
//! Thirty labelled sites are few for forty weights. So the weights start from a prior, what anyone
//! would say of menus before seeing a site, and move from it only as far as it takes to rank the
//! labelled menu above each wrong block by a margin that grows with how wrong the block is: a
//! structured hinge loss with a pull back to the prior. No weight may change its sign: that a menu
//! is *less* like one for standing in `nav` can only be the accident of a sample.
//!
//! What siblings say is learnt last, on top of fixed weights of the page, so that the scores with and
//! without siblings agree on the page.

use std::ops::Range;

/// The candidates of one labelled page.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The site's name.
    pub name: String,
    /// The features of each candidate, each with the F1 it would score.
    pub candidates: Vec<(Vec<f64>, f64)>,
}

/// How strongly the prior pulls. From 0.03 to 0.3 the score on left-out sites is the same.
const PULL: f64 = 0.1;
/// The margin to a block that is all wrong.
const MARGIN: f64 = 2.0;
/// Steps of the descent; the weights of the second half are averaged.
const STEPS: usize = 200;
/// The length of the first steps; it shrinks as the steps go on.
const RATE: f64 = 0.05;
/// Candidates this close to the best are as right as it.
const AS_GOOD: f64 = 0.02;
/// A page whose best candidate is worse teaches nothing.
const TEACHES: f64 = 0.5;

/// Fits the weights in `free`, the others staying as `prior` has them.
pub fn fit(samples: &[&Sample], prior: &[f64], free: Range<usize>) -> Vec<f64> {
    let mut weights = prior.to_vec();
    let mut sum = vec![0.0; prior.len()];
    for step in 0..STEPS {
        let gradient = gradient(samples, &weights, prior);
        let rate = RATE / (1.0 + step as f64 / 50.0);
        for i in free.clone() {
            weights[i] -= rate * gradient[i];
            if weights[i] * prior[i] < 0.0 {
                weights[i] = 0.0;
            }
        }
        if step >= STEPS / 2 {
            sum.iter_mut()
                .zip(&weights)
                .for_each(|(sum, weight)| *sum += weight);
        }
    }
    sum.iter()
        .map(|sum| sum / (STEPS - STEPS / 2) as f64)
        .collect()
}

/// The candidate that these weights choose; of equals the first.
pub fn chosen<'a>(sample: &'a Sample, weights: &[f64]) -> Option<&'a (Vec<f64>, f64)> {
    best_by(sample, |features, _| score(features, weights))
}

/// The weighted sum; features without a weight do not count, nor the other way round.
pub fn score(features: &[f64], weights: &[f64]) -> f64 {
    features
        .iter()
        .zip(weights)
        .map(|(value, weight)| value * weight)
        .sum()
}

fn gradient(samples: &[&Sample], weights: &[f64], prior: &[f64]) -> Vec<f64> {
    let mut gradient: Vec<f64> = weights
        .iter()
        .zip(prior)
        .map(|(weight, prior)| PULL * (weight - prior))
        .collect();
    for sample in samples {
        let best_f1 = sample
            .candidates
            .iter()
            .map(|(_, f1)| *f1)
            .fold(0.0, f64::max);
        if best_f1 < TEACHES {
            continue;
        }
        let right = best_by(sample, |features, f1| match f1 > best_f1 - AS_GOOD {
            true => score(features, weights),
            false => f64::NEG_INFINITY,
        });
        let rival = best_by(sample, |features, f1| {
            score(features, weights) + MARGIN * (best_f1 - f1)
        });
        if let (Some((right, _)), Some((rival, _))) = (right, rival) {
            for i in 0..gradient.len().min(right.len()) {
                gradient[i] += (rival[i] - right[i]) / samples.len() as f64;
            }
        }
    }
    gradient
}

fn best_by(sample: &Sample, value: impl Fn(&[f64], f64) -> f64) -> Option<&(Vec<f64>, f64)> {
    let mut best: Option<(&(Vec<f64>, f64), f64)> = None;
    for candidate in &sample.candidates {
        let value = value(&candidate.0, candidate.1);
        if best.is_none_or(|(_, best)| value > best) {
            best = Some((candidate, value));
        }
    }
    best.map(|(candidate, _)| candidate)
}

/// What is believed of each feature before any site is seen: the sign and about how much.
pub const PRIOR: &[(&str, f64)] = &[
    ("links", 1.0),
    ("fewer than three links", -1.5),
    ("link density", 2.0),
    ("text beside links", -1.0),
    ("position", -0.5),
    ("links before", -0.3),
    ("is nav", 1.0),
    ("nav around", 0.7),
    ("called menu", 1.2),
    ("called menu around", 0.7),
    ("called main", 0.5),
    ("called main around", 0.4),
    ("in header", 0.3),
    ("in footer", -1.0),
    ("in content", -1.0),
    ("called local", -1.2),
    ("called local around", -0.8),
    ("called tool", -0.8),
    ("called tool around", -0.4),
    ("called list", -0.5),
    ("called list around", -0.2),
    ("called second", -0.8),
    ("called second around", -0.4),
    ("same site", 1.0),
    ("fragments", -2.0),
    ("short labels", 1.5),
    ("digits", -1.0),
    ("no label", -1.0),
    ("front page", 0.4),
    ("target depth", -1.0),
    ("distinct targets", 0.5),
    ("is list", 0.5),
    ("linked children", 1.0),
    ("children without link", -0.5),
    ("largest child", -1.0),
    ("in items", 0.5),
    ("part of a menu", -1.5),
    ("in blocks", -1.0),
    ("titled sections", 2.5),
    ("languages", -2.0),
    ("new targets", 2.0),
    ("prose", -0.5),
    ("fields", -0.5),
    ("headings", -0.3),
    ("images", -0.7),
    ("repeats", 2.0),
    ("stands in siblings", 2.0),
    ("targets repeat", 1.0),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prior_knows_every_feature() {
        let named: Vec<&str> = PRIOR.iter().map(|(name, _)| *name).collect();
        assert_eq!(named, tamis::menu::feature_names());
    }

    #[test]
    fn weights_move_just_far_enough_and_keep_their_sign() {
        let sample = Sample {
            name: "s".into(),
            candidates: vec![(vec![1.0, 0.0], 1.0), (vec![0.0, 1.0], 0.0)],
        };
        let weights = fit(&[&sample], &[0.5, 0.5], 0..2);
        assert_eq!(chosen(&sample, &weights).unwrap().1, 1.0);
        assert!(weights[1] >= 0.0);
        let untouched = fit(&[&sample], &[3.0, 0.5], 0..2);
        assert!((untouched[0] - 3.0).abs() < 1e-9);
    }
}
