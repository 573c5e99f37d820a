"""Tells template, menu and content of web pages apart.

>>> import tamis
>>> page = '''<nav><a href="/">Home</a> <a href="/tides">Tides</a></nav>
... <main><h1>The storm</h1><p>The pier went for a walk on Tuesday night. Nobody saw it leave, but when
... the sun came up it stood a mile to the north, with all its lamps still lit.</p></main>'''
>>> article = tamis.content(page, url="https://harbour.example/storm")
>>> article.title
'The storm'
>>> article.text.startswith("The storm\\n\\nThe pier went for a walk")
True
"""

from functools import lru_cache as _lru_cache

from ._engine import (
    Article,
    Contents,
    Documents,
    Filter,
    Loader,
    LoadError,
    Page,
    Pages,
    Refused,
    Stream,
    TamisError,
    Template,
    content,
    contents,
    normalise,
    same_site,
    url_key,
)

__all__ = [
    "Article",
    "Contents",
    "Documents",
    "Filter",
    "LoadError",
    "Loader",
    "Page",
    "Pages",
    "Refused",
    "Stream",
    "TamisError",
    "Template",
    "content",
    "contents",
    "fetch",
    "load",
    "normalise",
    "same_site",
    "url_key",
]


@_lru_cache(maxsize=None)
def _loader():
    # One for all: the pace at which a host is asked holds for the whole program.
    return Loader()


def load(*inputs, on_error=None):
    """The pages of inputs: addresses, files, folders, WARC, JSONL, `-` for standard input.

    A page that cannot be read raises `LoadError`, or is told to `on_error`; then the next one comes."""
    return _loader().pages(*inputs, on_error=on_error)


def fetch(input):
    """The page at an address, or in a file. Over HTTP it is polite: robots.txt, a pause between requests to a host."""
    return _loader().fetch(input)
