// One labelled page: its template and its menu, compared with the labels.
import { engine } from "../../shared/engine.js";
import { readLabels, withoutLabels } from "./labels.js";
import { below, minus, scoreOf } from "./score.js";

/** Gives `{url, template, menu, content, nodes}`; menu and content are scored where they are labelled. */
export async function checkPage(html, url, load) {
  const labels = readLabels(html);
  const { notTemplate, mainContent, mainMenu, menu } = labels.roots;
  if (![notTemplate, mainContent, mainMenu].some((roots) => roots.length)) throw new Error("This page carries no labels: no element has the class notTemplate, mainContent or mainMenu.");
  const page = (await engine()).open(labels.html, url);
  try {
    const unlabelled = async (asked) => {
      const sibling = await load(asked);
      return { ...sibling, html: withoutLabels(sibling.html) };
    };
    const template = await page.template({ load: unlabelled });
    const found = countable(template.paths().map(([path]) => path));
    const all = [...found, ...countable(template.paths("complement").map(([path]) => path))];
    template.close();
    const menus = mainMenu.length ? mainMenu : menu;
    return {
      url,
      nodes: all.length,
      template: scoreOf(minus(all, below(all, notTemplate)), new Set(found)),
      menu: menus.length ? menuScore(page, all, menus) : null,
      content: mainContent.length ? contentScore(page, all, mainContent) : null,
    };
  } finally {
    page.close();
  }
}

/** The nodes that count in scores are those from `body` on. */
const countable = (paths) => paths.filter((path) => path.startsWith("/html[1]/body[1]"));

/** Any of several labelled menus is a right answer. */
function menuScore(page, all, menus) {
  const found = new Set(menuPaths(page, all));
  const scores = menus.map((root) => scoreOf(below(all, [root]), found));
  return scores.reduce((best, score) => (score.f1 > best.f1 ? score : best));
}

function menuPaths(page, all) {
  try {
    return below(all, [page.menu().path]);
  } catch {
    return [];
  }
}

/** Of the texts, those that were judged to be content. */
function contentScore(page, all, roots) {
  const texts = all.filter((path) => path.includes("/text()"));
  const { blocks } = page.content({ format: "scored" });
  const kept = new Set(blocks.filter((block) => block.kept).map((block) => block.path));
  const inKept = texts.filter((path) => nearestBlock(path, new Set(blocks.map((block) => block.path)), kept));
  return scoreOf(below(texts, roots), new Set(inKept));
}

/** Whether the nearest element around a text that is judged as a block was taken. */
function nearestBlock(path, blocks, kept) {
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    const above = path.slice(0, end);
    if (blocks.has(above)) return kept.has(above);
  }
  return false;
}
