//! The pinned floors hold. The data is other people's and not part of the project: `TAMIS_DATA` names
//! the folder that has it, and without it there is nothing to check.

use std::path::Path;

use tamis::menu::Method;
use tamis_eval::floors::{Verdict, check, floors};
use tamis_eval::formats::read_sites;
use tamis_eval::menu::{MenuTask, evaluate};

#[test]
#[allow(clippy::print_stderr, reason = "a test that is skipped says so")]
fn menus_hold_their_floors() {
    let Some(data) = std::env::var_os("TAMIS_DATA") else {
        eprintln!("skipped: TAMIS_DATA does not name a folder of labelled data");
        return;
    };
    let sites = Path::new(&data).join("sites");
    for (method, siblings) in [
        (Method::Default, 0),
        (Method::Default, 8),
        (Method::Paper, 0),
    ] {
        let report = evaluate(read_sites(&sites).unwrap(), MenuTask { method, siblings });
        let verdict = check(&report, &floors());
        assert!(
            matches!(verdict, Verdict::Held(_)),
            "{method:?}, {siblings} siblings: {verdict}"
        );
    }
}
