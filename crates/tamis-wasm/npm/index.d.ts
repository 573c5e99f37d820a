import { Engine } from "./engine.js";
export * from "./engine.js";

/** The engine that the functions below belong to. */
export const engine: Engine;
export const content: Engine["content"];
export const menu: Engine["menu"];
export const template: Engine["template"];
export const explain: Engine["explain"];
export const read: Engine["read"];
export const open: Engine["open"];
export const bind: Engine["bind"];
export const applyFilter: Engine["applyFilter"];
export const readFilter: Engine["readFilter"];
export const filterFits: Engine["filterFits"];
export const exportFilter: Engine["exportFilter"];
export const importSiteFile: Engine["importSiteFile"];
export const urlKey: Engine["urlKey"];
export const isSameSite: Engine["isSameSite"];
