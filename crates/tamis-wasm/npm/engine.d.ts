/** An element: by path (`/html[1]/body[1]/p[2]`), CSS or its words; or by its number in the page. */
export type Shown = string | number | Array<string | number>;
export type Part = "template" | "complement";
export type Method = "default" | "paper";

/** All that is known about a page's content: what `tamis content --format json` prints. */
export interface Article {
  input: string;
  url: string | null;
  title: string | null;
  authors: string[];
  published: string | null;
  modified: string | null;
  site_name: string | null;
  description: string | null;
  language: string | null;
  detected_language: string | null;
  canonical_url: string | null;
  images: string[];
  tags: string[];
  kind: string;
  license: string | null;
  words: number;
  reading_minutes: number;
  confidence: number;
  text: string;
  body: unknown[];
  comments?: unknown[];
  blocks?: { path: string; probability: number; kept: boolean; text: string }[];
}

export interface ContentOptions {
  template?: Template;
  balance?: "precision" | "even" | "recall";
  tables?: boolean;
  links?: boolean;
  images?: boolean;
  comments?: "judged" | "dropped" | "apart";
  /** CSS selectors of parts that are content whatever the judgement says. */
  include?: string[];
  /** CSS selectors of parts that are none. */
  exclude?: string[];
}
export type TextFormat = "text" | "markdown" | "html" | "tei";

export interface MenuItem { label: string; url?: string; items?: MenuItem[] }
export interface Menu {
  number: number;
  path: string;
  score: number;
  why: { feature: string; value: number; weight: number }[];
  items: MenuItem[];
  links: { url: string; label: string }[];
  html: string;
}

export interface Explained { path: string; kind: "template" | "menu" | "content" | "dropped"; reason: string }

/** Loads a page that the template search asks for; what it throws is told in the result. */
export type Load = (url: string) => Promise<{ html: string; url?: string }>;
export interface TemplateOptions {
  load: Load;
  /** Other pages of the site that are known to be there. */
  known?: string[];
  method?: Method;
  /** How many siblings vote. */
  pages?: number;
  /** How many are loaded at most. */
  loads?: number;
}
export interface SavedSite { version: number; templates: { url: string; voters: number; fit: number; html: string }[] }

/** A template that was found: what `tamis template --format json` prints, and what can be asked of it. */
export class Template {
  readonly number: number;
  readonly url: string;
  readonly voters: number;
  readonly pages: { url: string; role: string; reason?: string; links_back: boolean; coverage: number }[];
  readonly subdigraph: string[];
  readonly ended: string;
  readonly missing: string[];
  readonly fit: number | "fits" | "changed" | "foreign";
  readonly share: { nodes: number; words: number; links: number };
  readonly template_links: unknown[];
  readonly content_links: unknown[];
  html(part?: Part): string;
  paths(part?: Part): [path: string, votes: number][];
  nodes(part?: Part): string;
  saved(before?: SavedSite): SavedSite;
  close(): void;
}

export interface Picked {
  field: string;
  /** Elements by path, CSS or words. */
  what?: string[];
  /** Elements by number. */
  nodes?: number[];
  excluded?: boolean;
  threshold?: number;
}
export interface Suggestion {
  threshold: number;
  steps: { distance: number; gap: number | null; nodes: number[]; paths: string[] }[];
}
export interface FoundFields {
  refused: boolean;
  summary: string;
  fields: {
    name: string;
    nodes: number[];
    paths: string[];
    left_out: number[];
    text_nodes: number[];
    texts: string[];
    nearest: number | null;
    miss: null | "no-candidate" | "too-far";
  }[];
}
export interface FilterRecord { input: string; url: string | null; filter: string; matched: number; fields: Record<string, string[]> }
export interface FilterOutline {
  name: string;
  sites: string[];
  fields: { name: string; pick: string; samples: number; excluded: number }[];
  saved: string;
}
/** What every position of a slider selects: each node from one threshold on, until another. */
export interface Reach {
  nodes: number[];
  from: number[];
  until: (number | null)[];
  suggested: number;
  automatic: number[];
  left_out: number[];
  how: string;
}
export interface SimilarLinks { threshold: number; links: { node: number; url: string; key: string; text: string; distance: number }[] }
/** A document for reading, and the filters that did not fit, each in a sentence. */
export interface Made { document: string; unfit: string[] }
export interface ReadOptions { columns?: "one" | "fitting"; title?: string; format?: "html" | "json" }

/** A page that the engine holds until it is closed. */
export class Page {
  readonly number: number;
  readonly url?: string;
  content(options?: ContentOptions & { format?: "record" | "scored" }): Article;
  content(options: ContentOptions & { format: TextFormat }): string;
  read(options?: ReadOptions & { filter?: string; template?: Template }): Made;
  menu(options?: { siblings?: Page[]; method?: Method }): Menu;
  menuSiblings(): string[];
  explain(options?: { template?: Template }): Explained[];
  template(options: TemplateOptions): Promise<Template>;
  applyTemplate(saved: SavedSite): Template;
  learn(asked: { name: string; sites?: string[]; picked: Picked[] }): string;
  suggest(shown: Shown): Suggestion;
  distances(shown: Shown): (number | null)[];
  reach(field: { name: string; samples: number[]; excluded?: number[] }): Reach;
  find(filter: string): FoundFields;
  apply(filter: string, format?: "record"): FilterRecord;
  apply(filter: string, format: "text" | "markdown" | "html"): string;
  links(shown: Shown, threshold?: number): SimilarLinks;
  linksByLikeness(shown: Shown): SimilarLinks;
  outline(): { names: string[]; name: number[]; parent: number[] };
  select(css: string): string[];
  close(): void;
}

export class TamisError extends Error {
  readonly detail?: unknown;
}

export class Engine {
  constructor(module: WebAssembly.Module);
  static from(source: BufferSource | Response | WebAssembly.Module | Promise<BufferSource | Response | WebAssembly.Module>): Promise<Engine>;
  open(html: string, url?: string): Page;
  content(html: string, options?: { url?: string } & ContentOptions & { format?: "record" | "scored" }): Article;
  content(html: string, options: { url?: string } & ContentOptions & { format: TextFormat }): string;
  menu(html: string, options: { url: string; method?: Method }): Menu;
  explain(html: string, options: { url: string }): Explained[];
  template(html: string, options: { url: string } & TemplateOptions): Promise<Template>;
  read(html: string, options: { url: string; filter?: string } & ReadOptions): Made;
  bind(leaves: { page: Page; filter?: string; template?: Template }[], options?: ReadOptions): Made;
  applyFilter(filter: string, html: string, options?: { url?: string; format?: "record" }): FilterRecord;
  applyFilter(filter: string, html: string, options: { url?: string; format: "text" | "markdown" | "html" }): string;
  readFilter(filter: string): FilterOutline;
  filterFits(filter: string, url: string): number | null;
  exportFilter(filter: string, to: "css" | "ftr" | "ublock" | "miniflux"): string;
  importSiteFile(name: string, text: string): string;
  urlKey(url: string, title?: string): string;
  isSameSite(url: string, other: string): boolean;
  ask(verb: string, request?: object): unknown;
  close(number: number): void;
}
