//! A studio that runs, and requests to it: `Caller::start().post("/api/content", …).status(200)`.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tamis_load::{FilterFolder, Reach};
use tamis_server::studio::{StudioOptions, bind};
use ureq::Agent;
use ureq::http::{Request, Response};

/// After which a test that waits has failed, however slow the machine is.
const PATIENCE: Duration = Duration::from_secs(120);

/// The page that every studio carries.
pub(crate) const SAMPLE: &str = "http://harbour.example/news/storm.html";

/// A studio of its own, and someone who has its token.
pub(crate) struct Caller {
    agent: Agent,
    pub(crate) address: String,
    pub(crate) token: String,
}

/// An answer, whole.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Caller {
    pub(crate) fn start() -> Caller {
        Caller::reaching(Reach::Public)
    }

    pub(crate) fn reaching(reach: Reach) -> Caller {
        Caller::of(&StudioOptions {
            reach,
            ..StudioOptions::default()
        })
    }

    /// A studio that keeps its data in this folder.
    pub(crate) fn keeping(folder: &Path, reach: Reach) -> Caller {
        Caller::of(&StudioOptions {
            data: Some(folder.to_owned()),
            filters: Some(FilterFolder::new(folder.join("filters"))),
            reach,
            ..StudioOptions::default()
        })
    }

    /// A studio with a folder for filters.
    pub(crate) fn with_filters(folder: &Path) -> Caller {
        Caller::of(&StudioOptions {
            filters: Some(FilterFolder::new(folder)),
            ..StudioOptions::default()
        })
    }

    fn of(options: &StudioOptions) -> Caller {
        let bound = bind(options).unwrap();
        let (address, token) = (bound.address(), bound.token().to_owned());
        assert_eq!(bound.link(), format!("{address}?token={token}"));
        thread::spawn(move || bound.serve());
        let config = Agent::config_builder()
            .proxy(None)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .build();
        Caller {
            agent: config.new_agent(),
            address: address.trim_end_matches('/').to_owned(),
            token,
        }
    }

    /// The name and port, as browsers send them.
    pub(crate) fn host(&self) -> &str {
        self.address.strip_prefix("http://").unwrap()
    }

    /// Sends JSON with the token.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        let token = format!("Bearer {}", self.token);
        let headers = [
            ("authorization", token.as_str()),
            ("content-type", "application/json"),
        ];
        self.send("POST", path, &headers, body.to_string().as_bytes())
    }

    /// Puts JSON with the token.
    pub(crate) fn put(&self, path: &str, body: &Value) -> Answer {
        let token = format!("Bearer {}", self.token);
        let headers = [
            ("authorization", token.as_str()),
            ("content-type", "application/json"),
        ];
        self.send("PUT", path, &headers, body.to_string().as_bytes())
    }

    /// Asks with the token.
    pub(crate) fn get(&self, path: &str) -> Answer {
        let token = format!("Bearer {}", self.token);
        self.send("GET", path, &[("authorization", token.as_str())], b"")
    }

    /// What is at an address, as it is.
    pub(crate) fn bytes(&self, path: &str) -> Vec<u8> {
        let uri = format!("{}{path}", self.address);
        let token = format!("Bearer {}", self.token);
        let request = Request::get(uri).header("authorization", token);
        let mut answer = self.agent.run(request.body(()).unwrap()).unwrap();
        assert_eq!(answer.status(), 200);
        answer.body_mut().read_to_vec().unwrap()
    }

    /// Asks for something to be taken away, with the token.
    pub(crate) fn delete(&self, path: &str) -> Answer {
        let token = format!("Bearer {}", self.token);
        self.send("DELETE", path, &[("authorization", token.as_str())], b"")
    }

    /// Asks until the answer is as wanted.
    #[track_caller]
    pub(crate) fn wait_for(&self, path: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let begun = Instant::now();
        loop {
            let answer = self.get(path).status(200).json();
            if wanted(&answer) {
                return answer;
            }
            assert!(begun.elapsed() < PATIENCE, "waited in vain: {answer:#}");
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Sends just this.
    pub(crate) fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let uri = format!("{}{path}", self.address);
        let mut request = Request::builder().method(method).uri(uri);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let answer = match method {
            "GET" | "DELETE" => self.agent.run(request.body(()).unwrap()),
            _ => self.agent.run(request.body(body).unwrap()),
        };
        Answer::read(answer.unwrap())
    }
}

impl Answer {
    fn read(mut answer: Response<ureq::Body>) -> Answer {
        let headers = answer.headers().iter().map(|(name, value)| {
            let value = String::from_utf8_lossy(value.as_bytes()).into_owned();
            (name.to_string(), value)
        });
        Answer {
            status: answer.status().as_u16(),
            headers: headers.collect(),
            body: answer.body_mut().read_to_string().unwrap(),
        }
    }

    #[track_caller]
    pub(crate) fn status(self, expected: u16) -> Answer {
        assert_eq!(self.status, expected, "{self:#?}");
        self
    }

    #[track_caller]
    pub(crate) fn tells(self, words: &str) -> Answer {
        assert!(self.body.contains(words), "no `{words}` in {self:#?}");
        self
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(own, _)| own == name);
        found.map(|(_, value)| value.as_str())
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:#?}"))
    }
}
