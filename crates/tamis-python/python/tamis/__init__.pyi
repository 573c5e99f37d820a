from os import PathLike
from typing import Any, Callable, Iterable, Iterator, Literal, TypedDict, Union, final

from typing_extensions import Unpack

Html = Union[str, bytes, bytearray, memoryview]
Input = Union[str, PathLike[str]]
Part = Literal["template", "complement"]
Method = Literal["default", "paper"]

class ContentKeywords(TypedDict, total=False):
    balance: Literal["precision", "even", "recall"]
    """Which way to lean where the page leaves room."""
    tables: bool
    links: bool
    images: bool
    comments: Literal["judged", "dropped", "apart"]
    """Readers' comments: judged like other text, left out, or given apart."""
    include: list[str]
    """CSS selectors of parts that are content whatever the judgement says."""
    exclude: list[str]
    """CSS selectors of parts that are none."""
    template: Template | None
    """A template that was found for the page; not for many pages."""

class Comment(TypedDict):
    author: str | None
    date: str | None
    body: list[Any]

class Block(TypedDict):
    path: str
    probability: float
    kept: bool
    text: str

class Explained(TypedDict):
    path: str
    kind: Literal["template", "menu", "content", "dropped"]
    reason: str

class TamisError(ValueError):
    """What was asked for cannot be done."""

class LoadError(TamisError):
    """A page could not be read."""

class Refused(TamisError):
    """A page is not like the one that a filter was learnt on."""

@final
class Article:
    """The main content of a page and what is known about it."""

    @property
    def url(self) -> str | None: ...
    @property
    def title(self) -> str | None: ...
    @property
    def authors(self) -> list[str]: ...
    @property
    def published(self) -> str | None: ...
    @property
    def modified(self) -> str | None: ...
    @property
    def site_name(self) -> str | None: ...
    @property
    def description(self) -> str | None: ...
    @property
    def language(self) -> str | None: ...
    @property
    def detected_language(self) -> str | None: ...
    @property
    def canonical_url(self) -> str | None: ...
    @property
    def images(self) -> list[str]: ...
    @property
    def tags(self) -> list[str]: ...
    @property
    def kind(self) -> str: ...
    @property
    def license(self) -> str | None: ...
    @property
    def words(self) -> int: ...
    @property
    def reading_minutes(self) -> int: ...
    @property
    def confidence(self) -> float:
        """The F1 score that this judgement is expected to have, 0 to 1."""
    @property
    def text(self) -> str: ...
    @property
    def comments(self) -> list[Comment]: ...
    def markdown(self) -> str: ...
    def html(self) -> str: ...
    def tei(self) -> str: ...
    def to_dict(self, *, body: bool = False) -> dict[str, Any]: ...

@final
class Page:
    """A page: parsed once, when it is first looked at."""

    def __new__(
        cls,
        html: Html,
        url: str | None = None,
        *,
        charset: str | None = None,
        title: str | None = None,
        date: str | None = None,
    ) -> Page: ...
    @property
    def url(self) -> str | None: ...
    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str | None: ...
    @property
    def date(self) -> str | None: ...
    def content(self, **keywords: Unpack[ContentKeywords]) -> Article: ...
    def blocks(self) -> list[Block]: ...
    def menu(self, siblings: list[Page] = ..., *, method: Method = "default") -> dict[str, Any] | None: ...
    def explain(self, *, template: Template | None = None) -> list[Explained]: ...
    def template(
        self,
        load: Callable[[str], Page | Html | None],
        *,
        known: list[str] = ...,
        method: Method = "default",
        pages: int | None = None,
        loads: int | None = None,
    ) -> Template: ...
    def apply_template(self, saved: str) -> Template: ...

@final
class Template:
    """What the pages of a site share by design, as found on one of them."""

    def html(self, part: Part = "template") -> str: ...
    def paths(self, part: Part = "template") -> list[tuple[str, int]]: ...
    def to_dict(self) -> dict[str, Any]: ...
    def save(self, before: str | None = None) -> str: ...

@final
class Filter:
    """What a person wants of a site's pages."""

    def __new__(cls, saved: str) -> Filter: ...
    @staticmethod
    def learn(
        page: Page,
        name: str,
        fields: dict[str, list[str]],
        *,
        excluded: dict[str, list[str]] = ...,
        thresholds: dict[str, float] = ...,
        sites: list[str] = ...,
    ) -> Filter: ...
    @staticmethod
    def of_site_file(name: str, text: str) -> Filter: ...
    @property
    def name(self) -> str: ...
    def apply(self, page: Page) -> dict[str, Any]: ...
    def fits(self, url: str) -> int | None: ...
    def toml(self) -> str: ...
    def export(self, to: Literal["css", "ftr", "ublock", "miniflux"]) -> str: ...

@final
class Stream:
    """A stream of pages, with what it has learnt of their sites."""

    def __new__(cls) -> Stream: ...
    def take(self, page: Page) -> dict[str, Any]: ...
    def take_all(self, pages: Iterable[Page], *, jobs: int | None = None) -> Documents: ...
    @property
    def documents(self) -> int: ...
    @property
    def sites(self) -> int: ...

@final
class Loader:
    """Loads pages, politely where they come over HTTP."""

    def __new__(
        cls,
        *,
        cache: Input | None = None,
        offline: bool = False,
        delay: float | None = None,
        ignore_robots: bool = False,
        root: Input | None = None,
        base: str | None = None,
    ) -> Loader: ...
    def pages(self, *inputs: Input, on_error: Callable[[LoadError], object] | None = None) -> Pages: ...
    def fetch(self, input: Input) -> Page: ...

@final
class Pages(Iterator[Page]): ...

@final
class Contents(Iterator[Article]): ...

@final
class Documents(Iterator[dict[str, Any]]): ...

def content(
    html: Html, url: str | None = None, *, charset: str | None = None, **keywords: Unpack[ContentKeywords]
) -> Article: ...
def contents(
    pages: Iterable[Page | Html], *, jobs: int | None = None, **keywords: Unpack[ContentKeywords]
) -> Contents: ...
def load(*inputs: Input, on_error: Callable[[LoadError], object] | None = None) -> Pages: ...
def fetch(input: Input) -> Page: ...
def url_key(url: str, title: str = "") -> str: ...
def normalise(url: str) -> str: ...
def same_site(url: str, other: str) -> bool: ...
