"""The package as its users have it. `scripts/build-python` builds what is tested here; `TAMIS_PROGRAM` is the program
that its answers are compared with."""

import doctest
import inspect
import json
import os
import pathlib
import subprocess
import tempfile
import threading
import unittest

import tamis

ROOT = pathlib.Path(__file__).parents[3]
SITE = ROOT / "samples/harbour.example"
BASE = "http://harbour.example/"


def page(path):
    return tamis.Page((SITE / path).read_bytes(), url=BASE + path)


def from_disk(url):
    path = SITE / url.removeprefix(BASE)
    return path.read_bytes() if url.startswith(BASE) and path.is_file() else None


class Content(unittest.TestCase):
    def test_the_examples_of_the_documentation(self):
        self.assertEqual(doctest.testmod(tamis).failed, 0)
        self.assertEqual(doctest.testfile("../README.md").failed, 0)

    def test_a_page_is_text_or_bytes(self):
        html = "<meta charset=windows-1251><article><h1>Река</h1>" + "<p>Вода поднялась ночью над старым городом.</p>" * 9
        for given in (html, html.encode("windows-1251"), bytearray(html.encode("windows-1251"))):
            self.assertIn("Вода поднялась", tamis.content(given).text)
        declared = html.replace("<meta charset=windows-1251>", "").encode("koi8-r")
        self.assertIn("Вода поднялась", tamis.content(declared, charset="koi8-r").text)
        self.assertIn("half", tamis.content("<p>" + "one \ud800 half " * 20).text)

    def test_what_is_wrong_is_said(self):
        for wrong, error, words in [
            (lambda: tamis.content(7), TypeError, "not int"),
            (lambda: tamis.content("", colour="red"), TypeError, "`colour`"),
            (lambda: tamis.content("", balance="left"), tamis.TamisError, "none of precision"),
            (lambda: tamis.content("", include=["p["]), tamis.TamisError, "p\\["),
            (lambda: tamis.content("", url="here"), tamis.TamisError, "here"),
            (lambda: tamis.Page("").template(from_disk), tamis.TamisError, "address"),
            (lambda: tamis.fetch("no/such/file"), tamis.LoadError, "no/such/file"),
            (lambda: tamis.Loader(delay=-1), tamis.TamisError, "negative"),
        ]:
            with self.subTest(words), self.assertRaisesRegex(error, words):
                wrong()

    def test_forms_and_facts(self):
        article = page("news/storm.html").content()
        self.assertEqual(article.title, "The storm that moved the north pier")
        self.assertEqual((article.authors, article.published), (["Mara Lindqvist"], "2026-02-11"))
        self.assertEqual((article.kind, article.detected_language), ("article", "en"))
        self.assertTrue(0.9 < article.confidence <= 1)
        self.assertTrue(article.markdown().startswith("# The storm"))
        self.assertIn("<h1>", article.html())
        self.assertIn("<TEI", article.tei())
        self.assertEqual(str(article), article.text)
        self.assertNotIn("body", article.to_dict())
        everything = article.to_dict(body=True)
        self.assertEqual(everything["body"][0]["type"], "heading")
        for name in set(everything) - {"input", "body"}:
            self.assertEqual(getattr(article, name), everything[name], name)

    def test_keywords_reach_the_engine(self):
        html = "<article>" + "<p>A paragraph of the story with <a href=/x>a link</a> in it, and more words.</p>" * 6
        html += "<p class=advert>Buy these boots today, they are the best of all the boots.</p></article>"
        self.assertIn("boots", tamis.content(html, include=[".advert"]).text)
        self.assertNotIn("boots", tamis.content(html, exclude=[".advert"]).text)
        self.assertIn("](", tamis.content(html, url=BASE).markdown())
        self.assertNotIn("](", tamis.content(html, url=BASE, links=False).markdown())

    def test_blocks_have_probabilities(self):
        blocks = page("news/storm.html").blocks()
        self.assertTrue(any(block["kept"] for block in blocks) and not all(block["kept"] for block in blocks))
        self.assertTrue(all(0 <= block["probability"] <= 1 for block in blocks))

    @unittest.skipUnless("TAMIS_PROGRAM" in os.environ, "it needs TAMIS_PROGRAM")
    def test_the_program_says_the_same(self):
        for path in sorted(SITE.rglob("*.html")):
            command = [os.environ["TAMIS_PROGRAM"], "content", "--format", "json", "--site", "none", "--no-filters", path]
            printed = subprocess.run(command, capture_output=True, check=False).stdout
            if not printed:
                continue
            said = tamis.Loader().fetch(path).content().to_dict(body=True)
            expected = json.loads(printed)
            said["confidence"], expected["confidence"] = round(said["confidence"], 5), round(expected["confidence"], 5)
            self.assertEqual({**said, "input": ""}, {**expected, "input": ""}, path)


class Many(unittest.TestCase):
    def test_order_is_kept_and_nothing_is_lost(self):
        pages = [f"<article><h1>Number {n}</h1><p>{'The words of this page are many. ' * (1 + n % 40)}</p>" for n in range(300)]
        for jobs in (1, 3, None):
            titles = [article.title for article in tamis.contents(iter(pages), jobs=jobs)]
            self.assertEqual(titles, [f"Number {n}" for n in range(300)])

    def test_what_the_pages_raise_comes_after_those_before(self):
        def pages():
            yield "<p>one"
            yield "<p>two"
            raise OSError("the disk is gone")

        seen = tamis.contents(pages())
        next(seen), next(seen)
        with self.assertRaisesRegex(OSError, "the disk is gone"):
            next(seen)
        with self.assertRaises(StopIteration):
            next(seen)

    def test_other_threads_run_beside_it(self):
        html = "<article>" + "<p>A paragraph of a long page, with some words in it.</p>" * 8_000
        begun, done, ran = threading.Event(), threading.Event(), []

        def count():
            begun.set()
            while not done.is_set():
                ran.append(1)

        thread = threading.Thread(target=count)
        thread.start()
        begun.wait()
        before = len(ran)
        tamis.content(html)
        after = len(ran)
        done.set()
        thread.join()
        self.assertGreater(after - before, 1000)


class Site(unittest.TestCase):
    def test_the_menu(self):
        menu = page("news/storm.html").menu([page("tides.html"), page("about.html")])
        self.assertEqual([link["label"] for link in menu["links"]], ["Home", "News", "Tides", "Visitor guide", "About"])
        self.assertIsNone(tamis.Page("<p>No link", url=BASE).menu())

    def test_a_template_is_found_saved_and_applied(self):
        asked = []

        def load(url):
            asked.append(url)
            return from_disk(url)

        storm = page("news/storm.html")
        template = storm.template(load)
        self.assertTrue(asked and all(url.startswith(BASE) for url in asked))
        self.assertIn("Visitor guide", template.html())
        self.assertIn("thirty metres a second", template.html("complement"))
        self.assertTrue(template.paths() and all(votes > 0 for _, votes in template.paths()))
        self.assertIn("north pier", storm.content(template=template).text)
        self.assertIn("template", {line["kind"] for line in storm.explain(template=template)})
        ferry = page("news/ferry.html")
        applied = ferry.apply_template(template.save())
        self.assertIn("Visitor guide", applied.html())
        with self.assertRaisesRegex(tamis.TamisError, "for the page that it was found on"):
            ferry.content(template=template)
        with self.assertRaises(tamis.TamisError):
            list(tamis.contents([ferry], template=template))

    def test_what_load_raises_is_told_and_does_not_end_the_search(self):
        def load(url):
            if "tides" in url:
                raise OSError("no line to the host")
            return from_disk(url)

        told = page("news/storm.html").template(load, known=[BASE + "tides.html"]).to_dict()
        self.assertIn("no line to the host", json.dumps(told))

        def interrupted(url):
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            page("news/storm.html").template(interrupted)

    def test_a_filter(self):
        made = tamis.Filter.learn(page("news/storm.html"), "gazette", {"headline": ["h1"], "text": ["article p"]})
        kept = tamis.Filter(made.toml()).apply(page("news/ferry.html"))
        self.assertEqual(kept["fields"]["headline"], ["Night ferry to the islands is back"])
        self.assertIn("h1", made.export("css"))
        with self.assertRaises(tamis.Refused):
            made.apply(tamis.Page("<table><tr><td>Another page</table>", url=BASE))

    def test_addresses(self):
        self.assertTrue(tamis.same_site("http://a.example.org/x", "https://b.example.org/"))
        self.assertEqual(tamis.url_key("http://example.org/a?utm_source=x"), tamis.url_key("https://example.org/a"))
        self.assertEqual(tamis.normalise("HTTP://Example.org:80/a/../b"), "http://example.org/b")


class Loading(unittest.TestCase):
    def test_a_folder_and_a_file(self):
        pages = list(tamis.load(SITE))
        self.assertEqual(len(pages), len(list(SITE.rglob("*.html"))))
        self.assertTrue(all(page.url.startswith(BASE) for page in pages))
        self.assertIn("storm.html", tamis.fetch(SITE / "news/storm.html").name)

    def test_a_line_that_is_no_page_costs_itself_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            lines = [json.dumps({"url": f"{BASE}{n}", "html": f"<p>{n}", "title": f"T{n}"}) for n in range(20)]
            lines[3] = "{broken"
            path = pathlib.Path(folder, "pages.jsonl")
            path.write_text("\n".join(lines))
            told = []
            pages = list(tamis.load(path, on_error=told.append))
            self.assertEqual((len(pages), len(told)), (19, 1))
            self.assertIsInstance(told[0], tamis.LoadError)
            self.assertEqual((pages[3].url, pages[3].title), (BASE + "4", "T4"))
            reading = tamis.load(path)
            for _ in range(3):
                next(reading)
            with self.assertRaisesRegex(tamis.LoadError, ":4"):
                next(reading)
            self.assertEqual(next(reading).title, "T4")

    def test_a_stream_tells_copies_and_learns(self):
        def story(n):
            word = "".join("bdfgklmnrs"[int(digit)] + "aeiou"[int(digit) % 5] for digit in str(100 + n))
            text = f"The boat called {word} came in with the {word} tide, and all of {word} stood at the pier. " * 3
            return f"<nav>Home News</nav><article><h1>On {word}</h1><p>{text}</p></article>"

        pages = [tamis.Page(story(n), url=f"{BASE}{n}") for n in range(40)]
        pages.append(tamis.Page(story(7), url=f"{BASE}7?utm_source=feed"))
        stream = tamis.Stream()
        documents = list(stream.take_all(pages))
        self.assertEqual(len(documents), 41)
        self.assertEqual(stream.sites, 1)
        self.assertEqual(stream.documents, 40)
        self.assertIn("stood at the pier", documents[7]["text"])
        self.assertEqual(tamis.Stream().take(pages[7])["url"], documents[7]["url"])
        with self.assertRaisesRegex(tamis.TamisError, "address"):
            tamis.Stream().take(tamis.Page("<p>from nowhere"))


class Stubs(unittest.TestCase):
    def test_they_name_all_there_is_and_nothing_else(self):
        import ast

        tree = ast.parse(pathlib.Path(tamis.__file__).with_name("__init__.pyi").read_text())
        described = {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        self.assertEqual(set(tamis.__all__) - set(described), set())
        for name in tamis.__all__:
            value = getattr(tamis, name)
            if not inspect.isclass(value) or issubclass(value, Exception):
                continue
            own = {member for member in vars(value) if not member.startswith("_")}
            said = {node.name for node in described[name].body if isinstance(node, ast.FunctionDef)}
            self.assertEqual({member for member in said if not member.startswith("_")}, own, name)


if __name__ == "__main__":
    unittest.main()
