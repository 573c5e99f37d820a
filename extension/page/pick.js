// Picking on the page: the shared picker, with its engine and its panel at the other end of a port. When the
// panel closes, so does the port, and the page is as it was. A script of its own, put in when somebody picks.
import { Draft } from "../../front/picker/draft.js";
import { Picker } from "../../front/picker/picker.js";
import { Surface } from "../../front/picker/surface.js";
import { showAll, showOnly } from "../../front/picker/only.js";
import { browser, wordsOf } from "../shared/browser.js";
import { OWN_MARK, liveNodes } from "./live.js";

const PORT = "tamis-pick";

if (!globalThis.tamisPicks) {
  globalThis.tamisPicks = true;
  browser.runtime.onConnect.addListener(pickOver);
}

/** Listens to a panel that wants to pick. */
function pickOver(port) {
  if (port.name !== PORT) return;
  let session = null;
  port.onMessage.addListener((message) => {
    try {
      if (message.begin) session = begin(port, message.begin);
      else session?.hear(message);
    } catch (error) {
      port.postMessage({ failed: wordsOf(error) });
    }
  });
  port.onDisconnect.addListener(() => session?.end());
}

function begin(port, { outline, fields }) {
  const live = liveNodes(document, outline);
  const numbers = new Map();
  live.forEach((node, number) => numbers.set(node, number));
  const surface = new Surface(document, {
    elementOf: (number) => live[number] ?? null,
    numberOf: (element) => numbers.get(element) ?? null,
  });
  surface.style.setAttribute(OWN_MARK, "");
  const engine = remoteEngine(port);
  const post = (message) => port.postMessage(message);
  const picker = new Picker({ surface, engine, draft: new Draft(fields), onChange: (state) => post({ state }), onLeave: () => post({ left: true }) });
  post({ state: picker.state });
  return {
    hear(message) {
      if (message.answer) engine.hear(message.answer);
      if (message.command) picker[message.command](...message.args);
      if (message.wants === "picked") post({ picked: picker.picked });
      if (message.only) showOnly(surface, message.only);
      if (message.all) showAll(surface);
    },
    end() {
      showAll(surface);
      picker.stop();
    },
  };
}

/** The engine at the other end: what is asked is answered there. */
function remoteEngine(port) {
  const waiting = new Map();
  let last = 0;
  return {
    reach(asked) {
      const number = ++last;
      port.postMessage({ ask: { number, reach: asked } });
      return new Promise((resolve, reject) => waiting.set(number, { resolve, reject }));
    },
    hear({ number, reach, error }) {
      const { resolve, reject } = waiting.get(number);
      waiting.delete(number);
      if (error) reject(new Error(error));
      else resolve(reach);
    },
  };
}
