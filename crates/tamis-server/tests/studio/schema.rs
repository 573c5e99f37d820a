//! Checks values against the part of JSON Schema that the description uses. A keyword that is not
//! known here fails the test, so that none goes unchecked; a crate for all of JSON Schema would take
//! longer to build than the server.

use serde_json::Value;

/// The description that references point into.
pub(crate) struct Schemas<'a>(pub(crate) &'a Value);

impl Schemas<'_> {
    /// What is wrong with a value; nothing when it is of the schema.
    pub(crate) fn faults(&self, schema: &Value, value: &Value) -> Vec<String> {
        let mut faults = Vec::new();
        self.check(schema, value, "", &mut faults);
        faults
    }

    fn check(&self, schema: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
        for (keyword, rule) in schema.as_object().expect("a schema is an object") {
            let holds = match keyword.as_str() {
                "description" => true,
                "$ref" => {
                    let path = rule.as_str().unwrap().strip_prefix('#').unwrap();
                    let target = self.0.pointer(path);
                    self.check(target.expect(path), value, at, faults);
                    true
                }
                "type" => match rule {
                    Value::Array(types) => types.iter().any(|name| is_of_type(name, value)),
                    name => is_of_type(name, value),
                },
                "enum" => rule.as_array().unwrap().contains(value),
                "minimum" => value.as_f64().is_none_or(|v| v >= rule.as_f64().unwrap()),
                "maximum" => value.as_f64().is_none_or(|v| v <= rule.as_f64().unwrap()),
                "required" => names(rule).all(|name| value.get(name).is_some()),
                "additionalProperties" if schema.get("properties").is_some() => true,
                "properties" | "additionalProperties" => {
                    self.check_members(schema, value, at, faults);
                    true
                }
                "items" => {
                    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(rule, item, &format!("{at}/{index}"), faults);
                    }
                    true
                }
                "anyOf" => rule
                    .as_array()
                    .unwrap()
                    .iter()
                    .any(|one| self.faults(one, value).is_empty()),
                "allOf" => {
                    for one in rule.as_array().unwrap() {
                        self.check(one, value, at, faults);
                    }
                    true
                }
                other => panic!("{other}: a keyword that this test does not know"),
            };
            if !holds {
                faults.push(format!("{at}: {value} is not {keyword} {rule}"));
            }
        }
    }

    fn check_members(&self, schema: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
        for (name, member) in value.as_object().into_iter().flatten() {
            let at = format!("{at}/{name}");
            match (
                schema.get("properties").and_then(|p| p.get(name)),
                schema.get("additionalProperties"),
            ) {
                (Some(own), _) => self.check(own, member, &at, faults),
                (None, Some(Value::Bool(false))) => faults.push(format!("{at}: not described")),
                (None, Some(others @ Value::Object(_))) => self.check(others, member, &at, faults),
                _ => {}
            }
        }
    }
}

fn names(rule: &Value) -> impl Iterator<Item = &str> {
    rule.as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap())
}

fn is_of_type(name: &Value, value: &Value) -> bool {
    match name.as_str().unwrap() {
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other}: no type of JSON"),
    }
}

#[test]
fn faults_are_found() {
    let schema = serde_json::json!({
        "type": "object", "required": ["a"], "additionalProperties": false,
        "properties": {"a": {"type": ["integer", "null"], "minimum": 0}, "b": {"items": {"enum": ["x"]}}}
    });
    let schemas = Schemas(&schema);
    let faults = |value: &str| {
        schemas
            .faults(&schema, &serde_json::from_str(value).unwrap())
            .len()
    };
    assert_eq!(faults(r#"{"a": 1, "b": ["x"]}"#), 0);
    for wrong in [
        "3",
        "{}",
        r#"{"a": -1}"#,
        r#"{"a": "1"}"#,
        r#"{"a": 1, "b": ["y"]}"#,
        r#"{"a": null, "c": 1}"#,
    ] {
        assert_ne!(faults(wrong), 0, "{wrong}");
    }
}
