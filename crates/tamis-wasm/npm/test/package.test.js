// The package as a user imports it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { TamisError, content, engine, exportFilter, filterFits, importSiteFile, isSameSite, open, readFilter, template, urlKey } from "tamis";
import { FILTER, address, load, page } from "./samples.js";

const STORM = page("news/storm.html");
const url = address("news/storm.html");

test("the module is small as it is sent and packed", () => {
  const bytes = gzipSync(readFileSync(new URL("../tamis.wasm", import.meta.url))).length;
  assert.ok(bytes < 1.5e6, `${bytes} bytes, compressed`);
});

test("a text is a text, whatever it says of the bytes that it once was", () => {
  assert.match(content(STORM, { url }).title, /storm that moved/);
  assert.throws(() => content(Buffer.from(STORM)), /TextDecoder/);
  assert.equal(content("<meta charset=iso-8859-1><title>Brücke</title><p>Über den Fluss.").title, "Brücke");
});

test("requests that make no sense are told", () => {
  assert.throws(() => content(STORM, { format: "pdf" }), TamisError);
  assert.throws(() => content(STORM, { exclude: ["p >"] }), /selector/);
  assert.throws(() => engine.ask("dance"), /no verb `dance`/);
  const closed = open(STORM, url);
  closed.close();
  assert.throws(() => closed.content(), /no page/);
  assert.throws(() => readFilter("version = "), /line 1/);
});

test("a page without siblings has a reason instead of a template", async () => {
  const fail = async () => { throw new Error("no network here"); };
  const failed = template(STORM, { url, load: fail });
  await assert.rejects(failed, (error) => error instanceof TamisError && JSON.stringify(error.detail).includes("no network here"));
});

test("pages may come in any order", async () => {
  const slow = async (asked) => {
    await new Promise((done) => setTimeout(done, 5 * (asked.length % 4)));
    return load(asked);
  };
  const [one, other] = [await template(STORM, { url, load }), await template(STORM, { url, load: slow })];
  assert.ok(one.voters > 1);
  assert.equal(one.html(), other.html());
});

test("a saved template needs no siblings", async () => {
  const found = await template(STORM, { url, load });
  const ferry = open(page("news/ferry.html"), address("news/ferry.html"));
  const applied = ferry.applyTemplate(found.saved());
  assert.equal(applied.ended, "saved");
  assert.match(applied.html("complement"), /night ferry sails again/);
  assert.doesNotMatch(applied.html(), /night ferry sails again/);
});

test("a filter is learnt by number as by name", () => {
  const storm = open(STORM, url);
  const { names, name, parent } = storm.outline();
  assert.equal(name.length, parent.length);
  const h1 = name.findIndex((at) => names[at] === "h1");
  const learnt = (shown) => storm.learn({ name: "x", sites: ["harbour.example/*"], picked: [{ field: "headline", ...shown }] });
  assert.equal(learnt({ nodes: [h1] }), learnt({ what: ["h1"] }));
  assert.deepEqual(storm.suggest("h1"), storm.suggest(h1));
  assert.equal(storm.distances(h1)[h1], 0);
  assert.throws(() => learnt({ nodes: [0] }), /no element 0/);
});

test("filters are the program's own files", () => {
  const outline = readFilter(FILTER);
  assert.deepEqual(outline.fields.map((field) => field.name), ["headline", "text"]);
  assert.equal(readFilter(outline.saved).saved, outline.saved);
  assert.ok(filterFits(FILTER, url) > 0);
  assert.equal(filterFits(FILTER, "http://elsewhere.example/"), null);
  assert.match(exportFilter(FILTER, "css"), /article > h1/);
  const imported = importSiteFile("mill.example.txt", "title: //h1\nbody: //div[@id='story']\n");
  assert.deepEqual(readFilter(imported).sites, ["mill.example/*"]);
});

test("addresses", () => {
  assert.equal(urlKey("http://www.a.example/x?utm_source=y"), urlKey("http://www.a.example/x#z"));
  assert.equal(isSameSite("http://a.example.org/", "https://b.example.org/x"), true);
  assert.equal(isSameSite("http://a.example/", "http://b.example/"), false);
});
