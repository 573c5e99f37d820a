// A page that would do harm if it could: it has the studio's own origin in its frame.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { skip } from "../support/program.mjs";
import { startSite } from "../support/site.mjs";
import { visit } from "../support/visitor.mjs";

const MARK = "(top.document.title='EVIL')";
const page = (spy) => `<title>calm</title><meta http-equiv=refresh content="0;url=javascript:${MARK}"><base target=_top>
<body onload="${MARK}" class="tamis-gone"><h1 data-tamis-node="1" class="tamis-lit-0" onclick="${MARK}" onmouseover="${MARK}">Click me</h1>
<p>Words<script>${MARK}</script><img src="${spy}/pixel.png" onerror="${MARK}"><svg onload="${MARK}"></svg>
<a href="javascript:${MARK}" target=_top>run</a> <a href="${spy}/away" target=_top>away</a> <a href="${spy}/ping" ping="${spy}/ping">ping</a>
<form action="${spy}/form" target=_top><button>Send</button></form><iframe srcdoc="<script>${MARK}</script>"></iframe>
<link rel=stylesheet href="${spy}/style.css"><style>@import "${spy}/import.css"; h1 { background: url(${spy}/background.png) }</style>
<div style="position:fixed;inset:0;z-index:2147483647;opacity:0">cover</div>`;

describe("a hostile page", { skip }, () => {
  let here;
  let site;
  let spy;
  before(async () => {
    spy = await startSite({});
    // By another name than the site's: pages of one site are asked for its template.
    site = await startSite({ "/": page(spy.address.replace("127.0.0.1", "localhost")) });
    here = await visit();
  });
  after(async () => {
    await here?.close();
    await site?.stop();
    await spy?.stop();
  });

  for (const view of ["page", "clean", "clean-all"]) {
    test(`runs nothing and reaches nobody in ${view}`, async () => {
      const { page } = here;
      await page.evaluate((hash) => (location.hash = hash), `#${view}/${encodeURIComponent(`${site.address}/`)}`);
      const frame = page.locator(`#view-${view} iframe`).contentFrame();
      await frame.getByText("Click me").waitFor({ state: "attached" });
      // In the page view a link opens its page in the studio, as it should.
      const links = view === "page" ? [] : ["away", "ping"];
      for (const words of ["Click me", "run", "Send", ...links]) {
        await frame.getByText(words).first().dispatchEvent("click");
        await frame.getByText(words).first().dispatchEvent("mouseover");
      }
      await page.locator(`#view-${view} iframe`).click({ position: { x: 40, y: 40 } });
      await page.waitForTimeout(300);
      assert.equal(await page.title(), "calm · Tamis");
      assert.ok(page.url().startsWith(here.studio.address), page.url());
      assert.equal(here.context.pages().length, 1);
      assert.deepEqual(spy.asked, []);
    });
  }
});
