// The script in the page. It does what the extension asks, keeps what was there so that all of it can be undone,
// and decides nothing. It is put in when a person asks for something, and answers only the extension.
import { browser, wordsOf } from "../shared/browser.js";
import { load, loadRobots } from "../shared/load.js";
import { closeOverlay, openOverlay } from "./overlay.js";
import { snapshot } from "./snapshot.js";
import { showFields, showWhole } from "./fields.js";
import { Views } from "./views.js";

const views = new Views(document);

const DEEDS = {
  snapshot: () => snapshot(document, views),
  load: ({ url }) => load(url),
  robots: ({ url }) => loadRobots(url),
  views: () => views.state,
  template: (found) => views.learn(found),
  view: ({ view }) => views.show(view),
  menu: ({ outline, number }) => views.pointAt(outline, number),
  reader: ({ source }) => openOverlay(source),
  "reader-closed": () => closeOverlay(),
  fields: ({ outline, fields }) => showFields(outline, fields),
  whole() {
    closeOverlay();
    views.show("page");
    showWhole();
  },
};

if (!globalThis.tamis) {
  globalThis.tamis = DEEDS;
  browser.runtime.onMessage.addListener((message, _, answer) => {
    const deed = DEEDS[message.tamis];
    if (!deed) return false;
    Promise.resolve()
      .then(() => deed(message))
      .then((done) => answer({ done }), (error) => answer({ error: wordsOf(error) }));
    return true;
  });
}
