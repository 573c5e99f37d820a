//! `tamis template INPUT`: the template of a site.

mod flags;
mod per_site;
mod saved;

use tamis::dom::Document;
use tamis::site;
use tamis::template::{NoEvidence, Options, Part, Template};
use tamis_load::{Input, Loader, Page, Site, by_site, find_siblings, is_frameset, main_frame};
use url::Url;

pub(crate) use flags::{SearchArgs, TemplateArgs};
pub(crate) use saved::open as open_saved;

use crate::args::Shared;
use crate::outcome::Outcome;
use crate::{messages, output};

use flags::Format;

/// Pages that a site is known to have are offered to the search, no more than it could use.
const KNOWN: usize = 64;

pub(crate) fn run(args: TemplateArgs, shared: &Shared) -> anyhow::Result<Outcome> {
    let (wish, inputs) = (Wish::new(&args)?, args.input.resolve()?);
    let mut outcome = Outcome::Good;
    for (_, input) in inputs.inputs {
        outcome.add(match input {
            Ok(input) => of_input(&wish, shared, &inputs.loader, &input)?,
            Err(error) => {
                messages::error(error);
                Outcome::Unreadable
            }
        });
    }
    Ok(outcome)
}

/// What was asked for, resolved.
struct Wish {
    format: Format,
    part: Part,
    votes: bool,
    options: Options,
    source: TemplateSource,
}

/// Where the template comes from, and goes.
enum TemplateSource {
    /// The page's siblings.
    Siblings,
    /// The same; it is saved too.
    Save(std::path::PathBuf),
    /// A saved template.
    Saved(tamis::template::Templates),
    /// All pages of the input.
    PerSite,
}

impl Wish {
    fn new(args: &TemplateArgs) -> anyhow::Result<Wish> {
        let source = match (&args.save, &args.apply) {
            _ if args.per_site => TemplateSource::PerSite,
            (Some(file), _) => TemplateSource::Save(file.clone()),
            (_, Some(file)) => TemplateSource::Saved(saved::open(file)?),
            _ => TemplateSource::Siblings,
        };
        Ok(Wish {
            format: args.format,
            part: args.part(),
            votes: args.votes,
            options: args.search.resolve(),
            source,
        })
    }
}

/// All pages of one input. An error is of the output; what cannot be read is told and passed over.
fn of_input(
    wish: &Wish,
    shared: &Shared,
    loader: &Loader,
    input: &Input,
) -> anyhow::Result<Outcome> {
    match (&wish.source, input) {
        (TemplateSource::PerSite, _) => return per_site::run(shared, loader, input),
        (_, Input::Warc(_) | Input::Jsonl(_)) => return of_stream(wish, loader, input),
        _ => {}
    }
    let site = match loader.site(input) {
        Ok(site) => site,
        Err(error) => {
            messages::error(error);
            return Ok(Outcome::Unreadable);
        }
    };
    let mut outcome = Outcome::Good;
    for page in loader.pages(input) {
        outcome.add(match page {
            Ok(page) => of_page(wish, &site, page)?,
            Err(error) => {
                messages::error(error);
                Outcome::Unreadable
            }
        });
    }
    Ok(outcome)
}

/// The pages of a WARC or JSONL: each site's pages are siblings to one another.
fn of_stream(wish: &Wish, loader: &Loader, input: &Input) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::Good;
    for group in by_site(loader.pages(input), loader.limits()) {
        match group {
            Ok(group) => {
                let pages = group.pages.clone();
                let site = Site::Gathered(group);
                for page in pages {
                    outcome.add(of_page(wish, &site, page)?);
                }
            }
            Err(error) => {
                messages::error(error);
                outcome.add(Outcome::Unreadable);
            }
        }
    }
    Ok(outcome)
}

fn of_page(wish: &Wish, site: &Site<'_>, page: Page) -> anyhow::Result<Outcome> {
    let name = page.source.to_string();
    let (url, document) = page.parsed();
    let seen = Seen::new(document, url, site, &name);
    let (url, document) = (&seen.url, &seen.document);
    let mut outcome = Outcome::Good;
    let template = match &wish.source {
        TemplateSource::Saved(templates) => {
            let Some(applied) = saved::apply(templates, document, url, &name) else {
                return Ok(Outcome::NothingFound);
            };
            outcome.add(applied.1);
            applied.0
        }
        _ => match seen.template(site, wish.options) {
            Ok(template) => template,
            Err(nothing) => {
                messages::error(format_args!("{name}: {nothing}"));
                if wish.format == Format::Json {
                    output::print(&serde_json::to_string(&nothing)?)?;
                }
                return Ok(Outcome::NothingFound);
            }
        },
    };
    if !template.missing.is_empty() {
        messages::note(format_args!("{name}: {}", template.missing.join("; ")));
    }
    if let TemplateSource::Save(file) = &wish.source {
        saved::add(file, &template, document, url)?;
    }
    output::print(&written(wish, &template, document)?)?;
    Ok(outcome)
}

/// The template of a page by the siblings that its site gives.
pub(crate) fn by_siblings(
    document: &Document,
    url: &Url,
    site: &Site<'_>,
    options: Options,
) -> Result<Template, NoEvidence> {
    let known = site.addresses().take(KNOWN).collect();
    by_known(document, url, known, site, options)
}

fn by_known(
    document: &Document,
    url: &Url,
    known: Vec<Url>,
    site: &Site<'_>,
    options: Options,
) -> Result<Template, NoEvidence> {
    let mut search = site::template::search(document, url, known, options);
    find_siblings(&mut search, site);
    search.finish(document)
}

/// The page that a reader sees: of a set of frames, the main one.
struct Seen {
    url: Url,
    document: Document,
    /// Where the other frames lead.
    links: Vec<Url>,
}

impl Seen {
    fn new(document: Document, url: Url, site: &Site<'_>, name: &str) -> Seen {
        if is_frameset(&document)
            && let Some(frame) = main_frame(&document, &url, site)
        {
            messages::note(format_args!(
                "{name}: a set of frames; taken is the frame with the most text, {}",
                frame.url
            ));
            return Seen {
                url: frame.url,
                document: frame.document,
                links: frame.links,
            };
        }
        Seen {
            url,
            document,
            links: Vec::new(),
        }
    }

    fn template(&self, site: &Site<'_>, options: Options) -> Result<Template, NoEvidence> {
        let known = self.links.iter().cloned().chain(site.addresses());
        let known = known.take(KNOWN).collect();
        by_known(&self.document, &self.url, known, site, options)
    }
}

fn written(wish: &Wish, template: &Template, document: &Document) -> anyhow::Result<String> {
    Ok(match wish.format {
        Format::Json => serde_json::to_string(template)?,
        Format::Html => match wish.part {
            Part::Template => template.html(document),
            Part::Complement => template.complement(document),
        },
        Format::Paths => {
            let paths = template.paths(document, wish.part).into_iter();
            let line = |(path, verdict): (String, tamis::template::Verdict)| match wish.votes {
                true => format!("{path}\t{}", verdict.votes),
                false => path,
            };
            paths.map(line).collect::<Vec<_>>().join("\n")
        }
    })
}
