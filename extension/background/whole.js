// The page as it was: whatever Tamis has done to it is undone.
import { enter, tell } from "../shared/tab.js";

export async function showWhole(tabId) {
  await enter(tabId);
  await tell(tabId, "whole");
}
