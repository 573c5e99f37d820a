// The package says what the program says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { applyFilter, content, menu, open, read, template } from "tamis";
import { FILTER, address, load, page, skip, tamis } from "./samples.js";

const PAGES = ["news/storm.html", "news/ferry.html", "tides.html", "about.html", "index.html"];

for (const path of PAGES) {
  const file = `samples/harbour.example/${path}`;
  const url = address(path);

  test(`content of ${path}`, { skip }, () => {
    for (const format of ["text", "markdown", "html", "tei"]) {
      const said = tamis("content", file, "--site", "none", "--no-filters", "--format", format);
      assert.equal(content(page(path), { url, format }).trimEnd(), said.trimEnd(), format);
    }
    const said = JSON.parse(tamis("content", file, "--site", "none", "--no-filters", "--format", "json"));
    assert.deepEqual({ ...content(page(path), { url }), input: file }, said);
  });

  test(`menu of ${path}`, { skip }, () => {
    const said = JSON.parse(tamis("menu", file, "--siblings", "0", "--format", "json"));
    const { number, ...found } = menu(page(path), { url });
    assert.deepEqual(found, said);
  });

  test(`template of ${path}`, { skip }, async () => {
    const found = await template(page(path), { url, load });
    assert.equal(found.html().trim(), tamis("template", file).trim());
    assert.equal(found.html("complement").trim(), tamis("template", file, "--invert").trim());
    const paths = tamis("template", file, "--format", "paths", "--votes").trim().split("\n");
    assert.deepEqual(found.paths().map((pair) => pair.join("\t")), paths);
  });
}

test("a filter keeps the same", { skip }, () => {
  const file = "samples/harbour.example/news/ferry.html";
  for (const format of ["text", "markdown", "html"]) {
    const said = tamis("filter", "apply", "samples/filters/gazette.toml", file, "--format", format);
    assert.equal(applyFilter(FILTER, page("news/ferry.html"), { url: address("news/ferry.html"), format }).trim(), said.trim());
  }
});

test("a document for reading is the same", { skip }, () => {
  const file = "samples/harbour.example/news/ferry.html";
  const { document } = read(page("news/ferry.html"), { url: address("news/ferry.html"), filter: FILTER });
  assert.equal(document, tamis("read", file, "--filters", "samples/filters"));
});

test("a filter is learnt the same", { skip }, () => {
  const said = tamis("filter", "learn", "samples/harbour.example/news/storm.html", "--field", "headline=h1", "--field", "text=article p", "--exclude", "text=.byline", "-o", "-");
  const learnt = open(page("news/storm.html"), address("news/storm.html")).learn({
    name: "harbour.example",
    sites: ["harbour.example/*"],
    picked: [
      { field: "headline", what: ["h1"] },
      { field: "text", what: ["article p"] },
      { field: "text", what: [".byline"], excluded: true },
    ],
  });
  assert.equal(learnt.trim(), said.trim());
});

test("similar links are the same", { skip }, () => {
  const file = "samples/harbour.example/news/index.html";
  const said = tamis("read", file, "--links-like", "main li a", "--dry-run").trim().split("\n");
  const { links } = open(page("news/index.html"), address("news/index.html")).links("main li a");
  assert.deepEqual(links.map((link) => `${link.distance.toFixed(1)}\t${link.url}\t${link.text}`), said);
});
