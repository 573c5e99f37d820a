// Someone who picks on a page and slides in the panel.
import { until } from "./until.mjs";

export class Person {
  constructor(page, panel) {
    this.page = page;
    this.panel = panel;
  }

  /** Chooses a field in the panel, then clicks an element of the page. */
  async pick(field, css, { altKey = false } = {}) {
    await this.choose(field);
    await this.point(css, { altKey });
  }

  /** Clicks an element of the page. */
  async point(css, { altKey = false } = {}) {
    await this.page.front();
    await this.page.run((selector, alt) => {
      const element = document.querySelector(selector);
      element.scrollIntoView({ block: "center" });
      for (const type of ["mouseover", "mousedown", "mouseup", "click"]) element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, altKey: alt }));
    }, css, altKey);
    const mark = altKey ? ".tamis-excluded" : ".tamis-sample";
    await until(() => this.page.run((selector) => document.querySelectorAll(selector).length > 0, mark));
  }

  exclude(field, css) {
    return this.pick(field, css, { altKey: true });
  }

  async choose(field) {
    await until(() => this.panel.run((name) => {
      const row = [...document.querySelectorAll(".picker-field")].find((one) => one.querySelector(".picker-name").textContent === name);
      row?.querySelector("input").click();
      return row?.querySelector("input").checked;
    }, field));
  }

  /** Moves the slider. */
  async slide(threshold) {
    await this.panel.run((value) => {
      const slider = document.querySelector(".picker-slider");
      slider.value = value;
      slider.dispatchEvent(new Event("input"));
      slider.dispatchEvent(new Event("change"));
    }, threshold);
  }

  /** What the panel says of the field that is chosen: how many it finds. */
  async count() {
    return this.panel.run(() => Number.parseInt(document.querySelector(".picker-count").textContent, 10));
  }

  /** Presses a button of the panel, as a hand does: the browser asks for leave only then. */
  async press(words) {
    await until(() => this.panel.run((label) => {
      const button = [...document.querySelectorAll("main button")].find((one) => one.textContent === label && !one.closest("[hidden]"));
      document.querySelector("[data-pressed]")?.removeAttribute("data-pressed");
      button?.setAttribute("data-pressed", "");
      return Boolean(button);
    }, words));
    await this.panel.click("[data-pressed]");
  }

  /** Saves what was picked, and waits until it is kept as expected. */
  async save(name, sites, isExpected = () => true) {
    await this.panel.run((one, two) => {
      document.getElementById("filter-name").value = one;
      document.getElementById("filter-sites").value = two;
    }, name, sites);
    await this.press("Save");
    await until(async () => {
      const saved = await this.kept(name);
      return saved && isExpected(saved);
    });
  }

  /** A filter as the extension keeps it. */
  kept(name) {
    return this.panel.run(async (one) => (await (globalThis.browser ?? chrome).storage.local.get("filters")).filters?.[one], name);
  }
}
