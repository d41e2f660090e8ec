/** `all`, or these values; an empty list matches nothing. */
export type Selection = 'all' | readonly string[];

export type FilterDefinition = {
  id: string;
  kind: 'single' | 'multi';
  default: Selection;
  /** Without fixed values, the filter waits for `values.arrived`. */
  values?: readonly string[];
};

export type FilterBarDefinition = {
  /** Storage key. */
  id: string;
  filters: readonly FilterDefinition[];
  store: 'session' | 'local' | 'none';
  mirrorsUrl: boolean;
  resetsOnSiteChange: boolean;
};

/** By filter id; missing filters have their default. */
export type Choices = Readonly<Record<string, Selection>>;

/** By filter id; missing until loaded. */
export type ValidValues = Readonly<Record<string, readonly string[]>>;

export type FilterBarContext = {
  definition: FilterBarDefinition;
  siteId: string;
  choices: Choices;
  values: ValidValues;
  wasInvalid: boolean;
};

/** `query` is the URL's, with or without `?`; `stored` is the text of `filterBar.stored`. */
type Kept = { query: string; stored?: string | undefined };

export type FilterBarInput = Kept & { definition: FilterBarDefinition; siteId: string };

export type FilterBarEvent =
  | { type: 'filter.picked'; filter: string; selection: Selection }
  | { type: 'filter.all'; filter: string }
  | { type: 'filter.cleared'; filter: string }
  | { type: 'filters.reset' }
  | { type: 'values.arrived'; filter: string; values: readonly string[] }
  | { type: 'site.changed'; siteId: string }
  /** Edited by the user, or changed by browser navigation. */
  | ({ type: 'address.changed' } & Kept);

/** An empty list removes the parameter. */
export type UrlParameters = Readonly<Record<string, readonly string[]>>;

export type FilterBarEmitted =
  /** Undefined clears it. */
  | { type: 'filterBar.stored'; text: string | undefined }
  | { type: 'filterBar.mirrored'; parameters: UrlParameters };
