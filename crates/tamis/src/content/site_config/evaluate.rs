//! Evaluates XPath over a document, within a budget of steps.

use tamis_dom::{Document, NodeId, NodeKind};

use crate::content::ends::Ends;

use super::xpath::{Axis, Comparison, Expression, From, Step, Test};

/// Nodes that one page's expressions may visit together. A page of the mean size has some thousand
/// nodes, and site files some ten expressions.
const MAX_VISITS: usize = 20_000_000;

/// What a path finds: a node or one of its attributes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Item {
    Node(NodeId),
    Attribute(NodeId, String),
}

impl Item {
    /// The node, or the element of the attribute.
    pub(super) fn node(self) -> NodeId {
        match self {
            Item::Node(node) | Item::Attribute(node, _) => node,
        }
    }
}

enum Value {
    Items(Vec<Item>),
    Text(String),
    Number(f64),
    Truth(bool),
}

/// Where an expression is evaluated: the item, its place among its like, and how many they are.
#[derive(Clone)]
struct Context {
    item: Item,
    place: usize,
    of: usize,
}

/// Evaluates expressions over one document.
pub(super) struct Evaluator<'d> {
    document: &'d Document,
    ends: &'d Ends,
    visits: usize,
}

impl<'d> Evaluator<'d> {
    pub(super) fn new(document: &'d Document, ends: &'d Ends) -> Evaluator<'d> {
        Evaluator {
            document,
            ends,
            visits: 0,
        }
    }

    /// The items that an expression finds, in document order.
    pub(super) fn select(&mut self, expression: &Expression) -> Vec<Item> {
        match self.evaluate(expression, &root()) {
            Value::Items(items) => items,
            _ => Vec::new(),
        }
    }

    /// The texts that an expression gives: of each item, or its own. White space is collapsed.
    pub(super) fn texts(&mut self, expression: &Expression) -> Vec<String> {
        let texts = match self.evaluate(expression, &root()) {
            Value::Items(items) => items.iter().map(|item| self.item_text(item)).collect(),
            value => vec![self.text(value)],
        };
        let collapsed = texts.iter().map(|text| collapse(text));
        collapsed.filter(|text| !text.is_empty()).collect()
    }

    fn evaluate(&mut self, expression: &Expression, context: &Context) -> Value {
        match expression {
            Expression::Or(parts) => {
                Value::Truth(parts.iter().any(|part| self.truth_of(part, context)))
            }
            Expression::And(parts) => {
                Value::Truth(parts.iter().all(|part| self.truth_of(part, context)))
            }
            Expression::Compare(left, kind, right) => {
                let (left, right) = (self.evaluate(left, context), self.evaluate(right, context));
                Value::Truth(self.compare(left, *kind, right))
            }
            Expression::Union(parts) => {
                let mut items = Vec::new();
                for part in parts {
                    if let Value::Items(own) = self.evaluate(part, context) {
                        items.extend(own);
                    }
                }
                items.sort();
                items.dedup();
                Value::Items(items)
            }
            Expression::Path { from, steps } => self.path(from, steps, context),
            Expression::Call(name, arguments) => self.call(name, arguments, context),
            Expression::Literal(text) => Value::Text(text.clone()),
            Expression::Number(number) => Value::Number(*number),
        }
    }

    fn path(&mut self, from: &From, steps: &[Step], context: &Context) -> Value {
        let mut items = match from {
            From::Root => vec![Item::Node(NodeId::DOCUMENT)],
            From::Context => vec![context.item.clone()],
            From::Nodes(inner, predicates) => match self.evaluate(inner, context) {
                Value::Items(items) => self.filtered(items, predicates),
                _ => Vec::new(),
            },
        };
        for step in steps {
            let mut next = Vec::new();
            for item in items {
                let Item::Node(node) = item else { continue };
                let found = self.axis(node, step);
                next.extend(self.filtered(found, &step.predicates));
            }
            next.sort();
            next.dedup();
            items = next;
        }
        Value::Items(items)
    }

    /// The items that pass all predicates, each of which sees its place among those left.
    fn filtered(&mut self, mut items: Vec<Item>, predicates: &[Expression]) -> Vec<Item> {
        for predicate in predicates {
            let of = items.len();
            let mut place = 0;
            items.retain(|item| {
                place += 1;
                let context = Context {
                    item: item.clone(),
                    place,
                    of,
                };
                match self.evaluate(predicate, &context) {
                    Value::Number(number) => number == place as f64,
                    value => truth(&value),
                }
            });
        }
        items
    }

    /// The nodes of a step's axis that pass its test, nearest first.
    fn axis(&mut self, node: NodeId, step: &Step) -> Vec<Item> {
        let (document, ends) = (self.document, self.ends);
        if step.axis == Axis::Attribute {
            return self.attributes(node, &step.test);
        }
        let itself = std::iter::once(node);
        let below = ends.below(node);
        let nodes: Box<dyn Iterator<Item = NodeId>> = match step.axis {
            Axis::Child => Box::new(document.children(node)),
            Axis::Descendant => Box::new(below),
            Axis::DescendantOrSelf => Box::new(itself.chain(below)),
            Axis::Itself | Axis::Attribute => Box::new(itself),
            Axis::Parent => Box::new(document.parent(node).into_iter()),
            Axis::Ancestor => Box::new(document.ancestors(node)),
            Axis::AncestorOrSelf => Box::new(itself.chain(document.ancestors(node))),
            Axis::FollowingSibling => Box::new(siblings(node, |n| document.next_sibling(n))),
            Axis::PrecedingSibling => Box::new(siblings(node, |n| document.prev_sibling(n))),
            Axis::Following => Box::new((ends.end(node)..document.len()).map(NodeId::from_index)),
            Axis::Preceding => Box::new(
                (0..node.index())
                    .rev()
                    .map(NodeId::from_index)
                    .filter(move |&n| ends.end(n) <= node.index()),
            ),
        };
        let mut found = Vec::new();
        for node in nodes {
            self.visits += 1;
            if self.visits > MAX_VISITS {
                return Vec::new();
            }
            if passes(document, node, &step.test) {
                found.push(Item::Node(node));
            }
        }
        found
    }

    fn attributes(&self, node: NodeId, test: &Test) -> Vec<Item> {
        let names = self
            .document
            .attrs(node)
            .map(|attribute| attribute.name().into_owned());
        let wanted = names.filter(|name| match test {
            Test::Name(wanted) => name == wanted,
            _ => true,
        });
        wanted.map(|name| Item::Attribute(node, name)).collect()
    }

    fn call(&mut self, name: &str, arguments: &[Expression], context: &Context) -> Value {
        let text = |evaluator: &mut Self, at: usize| match arguments.get(at) {
            Some(argument) => {
                let value = evaluator.evaluate(argument, context);
                evaluator.text(value)
            }
            None => evaluator.item_text(&context.item),
        };
        match name {
            "contains" => Value::Truth(text(self, 0).contains(&text(self, 1))),
            "starts-with" => Value::Truth(text(self, 0).starts_with(&text(self, 1))),
            "ends-with" => Value::Truth(text(self, 0).ends_with(&text(self, 1))),
            "not" => Value::Truth(!arguments.first().is_some_and(|a| self.truth_of(a, context))),
            "true" => Value::Truth(true),
            "false" => Value::Truth(false),
            "normalize-space" => Value::Text(collapse(&text(self, 0))),
            "string" => Value::Text(text(self, 0)),
            "lower-case" => Value::Text(text(self, 0).to_lowercase()),
            "concat" => Value::Text((0..arguments.len()).map(|at| text(self, at)).collect()),
            "substring-after" => {
                Value::Text(cut(&text(self, 0), &text(self, 1), |(_, after)| after))
            }
            "substring-before" => {
                Value::Text(cut(&text(self, 0), &text(self, 1), |(before, _)| before))
            }
            "translate" => Value::Text(translate(&text(self, 0), &text(self, 1), &text(self, 2))),
            "string-length" => Value::Number(text(self, 0).chars().count() as f64),
            "number" => Value::Number(text(self, 0).trim().parse().unwrap_or(f64::NAN)),
            "position" => Value::Number(context.place as f64),
            "last" => Value::Number(context.of as f64),
            "count" => match arguments
                .first()
                .map(|argument| self.evaluate(argument, context))
            {
                Some(Value::Items(items)) => Value::Number(items.len() as f64),
                _ => Value::Number(0.0),
            },
            "name" | "local-name" => Value::Text(match &context.item {
                Item::Node(node) => self.document.name(*node).to_owned(),
                Item::Attribute(_, name) => name.clone(),
            }),
            _ => Value::Truth(false),
        }
    }

    fn truth_of(&mut self, expression: &Expression, context: &Context) -> bool {
        truth(&self.evaluate(expression, context))
    }

    fn compare(&mut self, left: Value, kind: Comparison, right: Value) -> bool {
        let is_number = matches!(left, Value::Number(_)) || matches!(right, Value::Number(_));
        let (left, right) = (self.all_texts(left), self.all_texts(right));
        let number = |text: &str| text.trim().parse::<f64>().unwrap_or(f64::NAN);
        left.iter().any(|a| {
            right.iter().any(|b| match kind {
                Comparison::Equal if is_number => number(a) == number(b),
                Comparison::Unequal if is_number => number(a) != number(b),
                Comparison::Equal => a == b,
                Comparison::Unequal => a != b,
                Comparison::Less => number(a) < number(b),
                Comparison::LessOrEqual => number(a) <= number(b),
                Comparison::Greater => number(a) > number(b),
                Comparison::GreaterOrEqual => number(a) >= number(b),
            })
        })
    }

    fn all_texts(&mut self, value: Value) -> Vec<String> {
        match value {
            Value::Items(items) => items.iter().map(|item| self.item_text(item)).collect(),
            value => vec![self.text(value)],
        }
    }

    fn text(&mut self, value: Value) -> String {
        match value {
            Value::Items(items) => items
                .first()
                .map_or(String::new(), |item| self.item_text(item)),
            Value::Text(text) => text,
            Value::Number(number) => number.to_string(),
            Value::Truth(truth) => truth.to_string(),
        }
    }

    fn item_text(&mut self, item: &Item) -> String {
        let node = match item {
            Item::Attribute(node, name) => {
                return self
                    .document
                    .attr(*node, name)
                    .unwrap_or_default()
                    .into_owned();
            }
            Item::Node(node) => *node,
        };
        let mut text = String::new();
        for node in std::iter::once(node).chain(self.ends.below(node)) {
            self.visits += 1;
            if self.visits > MAX_VISITS {
                break;
            }
            if self.document.is_text(node) {
                text.push_str(&self.document.text(node));
            }
        }
        text
    }
}

fn root() -> Context {
    Context {
        item: Item::Node(NodeId::DOCUMENT),
        place: 1,
        of: 1,
    }
}

fn siblings(node: NodeId, next: impl Fn(NodeId) -> Option<NodeId>) -> impl Iterator<Item = NodeId> {
    std::iter::successors(next(node), move |&n| next(n))
}

fn passes(document: &Document, node: NodeId, test: &Test) -> bool {
    match test {
        Test::AnyNode => true,
        Test::Text => document.is_text(node),
        Test::AnyElement => document.kind(node) == NodeKind::Element,
        Test::Name(name) => document.is_element(node) && document.name(node) == name,
    }
}

fn truth(value: &Value) -> bool {
    match value {
        Value::Items(items) => !items.is_empty(),
        Value::Text(text) => !text.is_empty(),
        Value::Number(number) => *number != 0.0 && !number.is_nan(),
        Value::Truth(truth) => *truth,
    }
}

fn collapse(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn cut(text: &str, at: &str, part: impl for<'a> Fn((&'a str, &'a str)) -> &'a str) -> String {
    text.split_once(at)
        .map(|parts| part(parts).to_owned())
        .unwrap_or_default()
}

fn translate(text: &str, from: &str, to: &str) -> String {
    let to: Vec<char> = to.chars().collect();
    let swapped = text
        .chars()
        .filter_map(|c| match from.chars().position(|f| f == c) {
            Some(at) => to.get(at).copied(),
            None => Some(c),
        });
    swapped.collect()
}
