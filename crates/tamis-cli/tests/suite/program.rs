//! The program as a whole: help, exit codes, completions.

use crate::run::run;

#[test]
fn help_shows_the_verbs_and_the_exit_codes() {
    let ran = run("--help").code(0);
    for words in [
        "Usage: tamis",
        "completions",
        "Exit codes: 0 all good",
        "--jobs",
    ] {
        assert!(ran.stdout.contains(words), "{}", ran.stdout);
    }
}

#[test]
fn wrong_usage_is_2() {
    run("").code(2);
    run("no-such-verb").code(2).tells("unrecognized subcommand");
    run("completions bash --jobs 0").code(2).tells("--jobs");
}

#[test]
fn every_verb_has_help_with_examples() {
    let help = run("--help").code(0).stdout;
    let verbs = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    for verb in verbs
        .take_while(|line| !line.is_empty())
        .filter_map(|l| l.split_whitespace().next())
    {
        let help = run(&format!("{verb} --help")).code(0).stdout;
        assert!(help.contains("Examples:\n"), "{verb}:\n{help}");
    }
}

#[test]
fn completions_are_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(
            run(&format!("completions {shell}"))
                .code(0)
                .stdout
                .contains("tamis")
        );
    }
}
