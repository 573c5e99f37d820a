//! The part of XPath 1.0 that site files use: location paths with predicates, unions, comparisons
//! and the string functions.

/// How deep brackets and parentheses may nest; deeper expressions are not understood.
const MAX_DEPTH: usize = 16;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expression {
    Or(Vec<Expression>),
    And(Vec<Expression>),
    Compare(Box<Expression>, Comparison, Box<Expression>),
    Union(Vec<Expression>),
    /// A path from the root, from the context node, or from what an expression gives.
    Path {
        from: From,
        steps: Vec<Step>,
    },
    Call(String, Vec<Expression>),
    Literal(String),
    Number(f64),
}

/// Where a path begins.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum From {
    Root,
    Context,
    /// The nodes of an expression that pass these predicates.
    Nodes(Box<Expression>, Vec<Expression>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// One step of a path.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Step {
    pub(super) axis: Axis,
    pub(super) test: Test,
    pub(super) predicates: Vec<Expression>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    Child,
    Descendant,
    DescendantOrSelf,
    Itself,
    Parent,
    Ancestor,
    AncestorOrSelf,
    FollowingSibling,
    PrecedingSibling,
    Following,
    Preceding,
    Attribute,
}

/// Which nodes of an axis a step takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Test {
    Name(String),
    AnyElement,
    AnyNode,
    Text,
}

impl Expression {
    /// Reads an expression; `None` if it is not understood.
    pub(super) fn parse(text: &str) -> Option<Expression> {
        let tokens = tokens(text)?;
        let mut parser = Parser {
            tokens: &tokens,
            at: 0,
            depth: 0,
        };
        let expression = parser.or()?;
        (parser.at == tokens.len()).then_some(expression)
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Name(String),
    Literal(String),
    Number(f64),
    Sign(&'static str),
}

const SIGNS: [&str; 19] = [
    "::", "//", "..", "!=", "<=", ">=", "/", ".", "@", "[", "]", "(", ")", ",", "|", "=", "<", ">",
    "*",
];

fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if first == '"' || first == '\'' {
            let end = rest[1..].find(first)?;
            found.push(Token::Literal(rest[1..=end].to_owned()));
            end + 2
        } else if first.is_ascii_digit() {
            let end = rest
                .find(|c: char| !c.is_ascii_digit() && c != '.')
                .unwrap_or(rest.len());
            found.push(Token::Number(rest[..end].parse().ok()?));
            end
        } else if first.is_alphabetic() || first == '_' {
            let is_end = |(at, c): (usize, char)| {
                // A single colon is part of a name (og:title), two are an axis.
                let in_name =
                    c == ':' && !rest[at + 1..].starts_with(':') && !rest[..at].ends_with(':');
                !(c.is_alphanumeric() || "-_.".contains(c) || in_name)
            };
            let end = rest
                .char_indices()
                .find(|&part| is_end(part))
                .map_or(rest.len(), |(at, _)| at);
            found.push(Token::Name(rest[..end].to_owned()));
            end
        } else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign))?;
            found.push(Token::Sign(sign));
            sign.len()
        };
        rest = rest[length..].trim_start();
    }
    Some(found)
}

struct Parser<'t> {
    tokens: &'t [Token],
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Some(Token::Sign(own)) if *own == sign)
    }

    fn take_sign(&mut self, sign: &str) -> bool {
        let is_sign = self.is_sign(sign);
        self.at += usize::from(is_sign);
        is_sign
    }

    fn take_name(&mut self, name: &str) -> bool {
        let is_name = matches!(self.peek(), Some(Token::Name(own)) if own == name);
        self.at += usize::from(is_name);
        is_name
    }

    fn or(&mut self) -> Option<Expression> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let mut parts = vec![self.and()?];
        while self.take_name("or") {
            parts.push(self.and()?);
        }
        self.depth -= 1;
        Some(if parts.len() == 1 {
            parts.remove(0)
        } else {
            Expression::Or(parts)
        })
    }

    fn and(&mut self) -> Option<Expression> {
        let mut parts = vec![self.comparison()?];
        while self.take_name("and") {
            parts.push(self.comparison()?);
        }
        Some(if parts.len() == 1 {
            parts.remove(0)
        } else {
            Expression::And(parts)
        })
    }

    fn comparison(&mut self) -> Option<Expression> {
        let left = self.union()?;
        let kind = match self.peek() {
            Some(Token::Sign("=")) => Comparison::Equal,
            Some(Token::Sign("!=")) => Comparison::Unequal,
            Some(Token::Sign("<")) => Comparison::Less,
            Some(Token::Sign("<=")) => Comparison::LessOrEqual,
            Some(Token::Sign(">")) => Comparison::Greater,
            Some(Token::Sign(">=")) => Comparison::GreaterOrEqual,
            _ => return Some(left),
        };
        self.at += 1;
        Some(Expression::Compare(
            Box::new(left),
            kind,
            Box::new(self.union()?),
        ))
    }

    fn union(&mut self) -> Option<Expression> {
        let mut parts = vec![self.path()?];
        while self.take_sign("|") {
            parts.push(self.path()?);
        }
        Some(if parts.len() == 1 {
            parts.remove(0)
        } else {
            Expression::Union(parts)
        })
    }

    fn path(&mut self) -> Option<Expression> {
        let from = match self.peek()? {
            Token::Literal(text) => {
                let text = text.clone();
                self.at += 1;
                return Some(Expression::Literal(text));
            }
            Token::Number(number) => {
                let number = *number;
                self.at += 1;
                return Some(Expression::Number(number));
            }
            Token::Sign("/" | "//") => From::Root,
            Token::Sign("(") => {
                self.at += 1;
                let inner = self.or()?;
                self.take_sign(")").then_some(())?;
                let predicates = self.predicates()?;
                if predicates.is_empty() && !self.is_sign("/") && !self.is_sign("//") {
                    return Some(inner);
                }
                From::Nodes(Box::new(inner), predicates)
            }
            Token::Name(_) if self.is_call() => return self.call(),
            _ => From::Context,
        };
        let steps = self.steps(&from)?;
        Some(Expression::Path { from, steps })
    }

    fn is_call(&self) -> bool {
        let is_node_test =
            matches!(self.peek(), Some(Token::Name(name)) if name == "text" || name == "node");
        !is_node_test && matches!(self.tokens.get(self.at + 1), Some(Token::Sign("(")))
    }

    fn call(&mut self) -> Option<Expression> {
        let Some(Token::Name(name)) = self.peek().cloned() else {
            return None;
        };
        self.at += 2;
        let mut arguments = Vec::new();
        while !self.take_sign(")") {
            arguments.push(self.or()?);
            if !self.take_sign(",") && !self.is_sign(")") {
                return None;
            }
        }
        Some(Expression::Call(name, arguments))
    }

    fn steps(&mut self, from: &From) -> Option<Vec<Step>> {
        let mut steps = Vec::new();
        let mut first = *from == From::Context;
        loop {
            if self.take_sign("//") {
                steps.push(Step {
                    axis: Axis::DescendantOrSelf,
                    test: Test::AnyNode,
                    predicates: Vec::new(),
                });
            } else if !self.take_sign("/") && !first {
                return Some(steps);
            }
            first = false;
            let step = self.step()?;
            push_step(&mut steps, step);
        }
    }

    fn step(&mut self) -> Option<Step> {
        let (axis, test) = if self.take_sign("..") {
            (Axis::Parent, Test::AnyNode)
        } else if self.take_sign(".") {
            (Axis::Itself, Test::AnyNode)
        } else if self.take_sign("@") {
            (Axis::Attribute, self.test()?)
        } else {
            (self.axis()?, self.test()?)
        };
        Some(Step {
            axis,
            test,
            predicates: self.predicates()?,
        })
    }

    fn axis(&mut self) -> Option<Axis> {
        let Some(Token::Name(name)) = self.peek() else {
            return Some(Axis::Child);
        };
        if !matches!(self.tokens.get(self.at + 1), Some(Token::Sign("::"))) {
            return Some(Axis::Child);
        }
        let axis = match name.as_str() {
            "child" => Axis::Child,
            "descendant" => Axis::Descendant,
            "descendant-or-self" => Axis::DescendantOrSelf,
            "self" => Axis::Itself,
            "parent" => Axis::Parent,
            "ancestor" => Axis::Ancestor,
            "ancestor-or-self" => Axis::AncestorOrSelf,
            "following-sibling" => Axis::FollowingSibling,
            "preceding-sibling" => Axis::PrecedingSibling,
            "following" => Axis::Following,
            "preceding" => Axis::Preceding,
            "attribute" => Axis::Attribute,
            _ => return None,
        };
        self.at += 2;
        Some(axis)
    }

    fn test(&mut self) -> Option<Test> {
        if self.take_sign("*") {
            return Some(Test::AnyElement);
        }
        let Some(Token::Name(name)) = self.peek().cloned() else {
            return None;
        };
        self.at += 1;
        if !self.take_sign("(") {
            return Some(Test::Name(name.to_lowercase()));
        }
        self.take_sign(")").then_some(())?;
        match name.as_str() {
            "text" => Some(Test::Text),
            "node" => Some(Test::AnyNode),
            _ => None,
        }
    }

    fn predicates(&mut self) -> Option<Vec<Expression>> {
        let mut found = Vec::new();
        while self.take_sign("[") {
            found.push(self.or()?);
            self.take_sign("]").then_some(())?;
        }
        Some(found)
    }
}

/// Adds a step; `//div` becomes one step over the descendants where no predicate counts places.
fn push_step(steps: &mut Vec<Step>, mut step: Step) {
    let after_any = matches!(steps.last(), Some(Step { axis: Axis::DescendantOrSelf, test: Test::AnyNode, predicates }) if predicates.is_empty());
    if after_any && step.axis == Axis::Child && !step.predicates.iter().any(counts_places) {
        steps.pop();
        step.axis = Axis::Descendant;
    }
    steps.push(step);
}

/// Whether a predicate may depend on the place of a node among others.
fn counts_places(predicate: &Expression) -> bool {
    match predicate {
        Expression::Number(_) => true,
        Expression::Call(name, arguments) => {
            matches!(name.as_str(), "position" | "last" | "count")
                || arguments.iter().any(counts_places)
        }
        Expression::Or(parts) | Expression::And(parts) => parts.iter().any(counts_places),
        Expression::Compare(left, _, right) => counts_places(left) || counts_places(right),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_site_files_write() {
        for text in [
            "//div[@class='a']",
            "//*[contains(@class, \"x\") and not(@id='y')]/p[1]",
            "(//div[@id='a'])[last()]",
            "//a[contains(text(),'Single')]/@href",
            "//h1 | //h2[2]",
            "//p[position() < 3]",
            "substring-after(//span[@class='by'], 'By ')",
            "//meta[@property='og:title']/@content",
            "//div/following-sibling::p[starts-with(normalize-space(.), 'x')]",
            "//div[./p/text()]",
            "..",
        ] {
            assert!(Expression::parse(text).is_some(), "{text}");
        }
        for text in [
            "",
            "//",
            "//div[",
            "div and",
            "$x",
            "//a[@b='c]",
            &"(".repeat(1000),
        ] {
            assert!(Expression::parse(text).is_none(), "{text}");
        }
    }
}
