// One manifest for both browsers; each is given only what it knows, since their stores ask about the rest.

/** Keys that only one browser knows. */
const ONLY = {
  chromium: ["side_panel", "minimum_chrome_version"],
  firefox: ["sidebar_action", "browser_specific_settings"],
};

const PERMISSIONS_ONLY = { chromium: ["sidePanel"], firefox: [] };

export function manifestFor(browser, written) {
  const other = browser === "chromium" ? "firefox" : "chromium";
  const kept = Object.fromEntries(Object.entries(written).filter(([key]) => !ONLY[other].includes(key)));
  const { service_worker, scripts, type } = written.background;
  return {
    ...kept,
    permissions: written.permissions.filter((name) => !PERMISSIONS_ONLY[other].includes(name)),
    background: browser === "chromium" ? { service_worker, type } : { scripts, type },
    web_accessible_resources: written.web_accessible_resources.map(({ use_dynamic_url, ...rest }) => (browser === "chromium" ? { ...rest, use_dynamic_url } : rest)),
  };
}
