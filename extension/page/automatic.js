// On sites for which a person has said so, their filter applies by itself.
import { browser } from "../shared/browser.js";

browser.runtime.sendMessage({ tamis: "filter-for" }).then((found) => found && globalThis.tamis.fields(found));
