/** What is chosen in one filter: everything, or these values; none of them shows nothing. */
export type Selection = 'all' | readonly string[];

export type FilterDefinition = {
  id: string;
  /** A single filter holds one value or everything. */
  kind: 'single' | 'multi';
  default: Selection;
  /** Values known from the start; without them the filter waits for `values.arrived`. */
  values?: readonly string[];
};

/** The filters above one list, and where what is chosen is kept (R2.8-20 … R2.8-24). */
export type FilterBarDefinition = {
  /** Names its place in the storage. */
  id: string;
  filters: readonly FilterDefinition[];
  store: 'session' | 'local' | 'none';
  mirrorsUrl: boolean;
  resetsOnSiteChange: boolean;
};

/** Selections by filter id; a filter that is not here stands at its default. */
export type Choices = Readonly<Record<string, Selection>>;

/** Valid values by filter id; a filter that is not here has not been given them yet. */
export type ValidValues = Readonly<Record<string, readonly string[]>>;

export type FilterBarContext = {
  definition: FilterBarDefinition;
  siteId: string;
  choices: Choices;
  values: ValidValues;
  /** The last load, or the last values that arrived, put a filter to its default. */
  wasInvalid: boolean;
};

/** `query` is the address's, with or without its question mark; `stored` what `filterBar.stored` gave. */
type Kept = { query: string; stored?: string | undefined };

export type FilterBarInput = Kept & { definition: FilterBarDefinition; siteId: string };

export type FilterBarEvent =
  | { type: 'filter.picked'; filter: string; selection: Selection }
  | { type: 'filter.all'; filter: string }
  | { type: 'filter.cleared'; filter: string }
  | { type: 'filters.reset' }
  /** The valid values of a filter were loaded, or are others now. */
  | { type: 'values.arrived'; filter: string; values: readonly string[] }
  | { type: 'site.changed'; siteId: string }
  /** The address was typed, or the browser went back or forward. */
  | ({ type: 'address.changed' } & Kept);

/** Values of each query parameter that the bar owns; an empty list leaves the parameter out. */
export type UrlParameters = Readonly<Record<string, readonly string[]>>;

export type FilterBarEmitted =
  /** Keep the text, or forget what was kept. */
  | { type: 'filterBar.stored'; text: string | undefined }
  /** Write them into the address. */
  | { type: 'filterBar.mirrored'; parameters: UrlParameters };
