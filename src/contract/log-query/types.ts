/** Literal pieces between `*`: `['a', 'b']` is `a*b`, `['']` the empty text. */
export type Wildcard = readonly string[];

export const COMPARISONS = ['>', '>=', '<', '<='] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Numeric when both sides are numbers, else text. */
export type FieldTest =
  | { readonly kind: 'equals'; readonly value: Wildcard }
  | { readonly kind: 'compare'; readonly operator: Comparison; readonly operand: string }
  /** Bounds are inclusive; an absent one is open. */
  | { readonly kind: 'range'; readonly from?: string; readonly to?: string }
  | RegexTest;

export type RegexTest = {
  readonly kind: 'regex';
  readonly source: string;
  readonly ignoreCase: boolean;
};

/** In UTF-16 code units. */
export type Place = { readonly at: number; readonly length: number };

export type LogQuery =
  | { readonly kind: 'all' }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly LogQuery[] }
  | { readonly kind: 'not'; readonly part: LogQuery }
  | { readonly kind: 'text'; readonly value: Wildcard; readonly place?: Place }
  | { readonly kind: 'regex'; readonly test: RegexTest; readonly place?: Place }
  | { readonly kind: 'field'; readonly field: string; readonly test: FieldTest; readonly place?: Place };

export type QueryError = Place & { readonly message: string };

export type ParsedQuery =
  | { readonly query: LogQuery; readonly error?: undefined }
  | { readonly query?: undefined; readonly error: QueryError };
