/** A folder below which a source is archived (src/docs/archive.md). */
export type ArchiveFolder = {
  readonly root: string;
  readonly sourceId: string;
  /** Settings of the destination that writes it, where it is in a bucket. They hold secrets: never stored with it. */
  readonly bucket?: Readonly<Record<string, unknown>> | undefined;
  /** The destination that writes it, where it is in a bucket. */
  readonly sinkId?: string | undefined;
};

/** A row's place in the order of results: newest first, then file and line. */
export type ArchivePosition = { readonly micros: number; readonly file: string; readonly line: number };

/** Of the files of an hour, in the order they are read, those behind `after`, up to `upTo`. */
export type ArchivePart = {
  /** Its start in Unix milliseconds. */
  readonly hour: number;
  readonly after?: string | undefined;
  readonly upTo?: string | undefined;
};

/** Where a next page goes on. */
export type ArchivePlace = ArchivePosition & {
  /** Where its hour has too many files for one page. */
  readonly part?: ArchivePart | undefined;
};

type Search = {
  /** As text of Log Search (src/docs/log-search.md). */
  readonly query: string;
  readonly folders: readonly ArchiveFolder[];
  /** Microseconds since 1970; `to` does not belong to it. */
  readonly from: number;
  readonly to: number;
};

export type ArchiveRowsSearch = Search & {
  readonly want: 'rows';
  readonly limit: number;
  /** Larger answers end before the limit. */
  readonly maxBytes: number;
  readonly after?: ArchivePlace | undefined;
};

export type ArchiveCountsSearch = Search & {
  readonly want: 'counts';
  readonly bucketSeconds: number;
  /** A field as in a query: matches are also counted by its values. */
  readonly groupBy?: string | undefined;
  /** Values of fields are not asked for: `facets` stays empty. */
  readonly skipsFacets?: boolean | undefined;
};

export type ArchiveSearchRequest = ArchiveRowsSearch | ArchiveCountsSearch;

export type ArchiveRow = ArchivePosition & {
  /** The line, or the JSON text of the event as it was received. */
  readonly text: string;
  readonly isText: boolean;
  readonly source: string;
  readonly sourceId: string;
  /** JSON text; empty where it was not archived. */
  readonly origin: string;
};

export type UnreadFile = { readonly file: string; readonly reason: string };

/** What was read for an answer, and what could not be. */
export type ArchiveReading = {
  readonly filesRead: number;
  readonly bytes: number;
  readonly events: number;
  /** The first ones; `unreadCount` has all. */
  readonly unread: readonly UnreadFile[];
  readonly unreadCount: number;
};

export type ArchiveRows = {
  readonly rows: readonly ArchiveRow[];
  /** More rows follow this place; undefined: all rows were found. */
  readonly next: ArchivePlace | undefined;
  readonly reading: ArchiveReading;
};

export type FieldFacet = {
  readonly field: string;
  readonly type: 'text' | 'number' | 'mixed';
  /** Events that have the field. */
  readonly events: number;
  readonly values: readonly { readonly value: string; readonly count: number }[];
  readonly distinct: number;
  /** There were more values than are counted. */
  readonly isCapped: boolean;
};

export type ArchiveGroups = {
  /** By start of bucket, as `buckets` of all matches. */
  readonly values: readonly {
    readonly value: string;
    readonly buckets: readonly (readonly [start: number, count: number])[];
  }[];
  /** How often a match had a value beyond those that are counted, or one that is too long. */
  readonly leftOut: number;
};

export type ArchiveCounts = {
  readonly matches: number;
  /** Matches by start of bucket, in seconds since 1970; buckets without matches are left out. */
  readonly buckets: readonly (readonly [start: number, count: number])[];
  /** Everything from this microsecond on is counted. */
  readonly countedFrom: number;
  readonly isComplete: boolean;
  /** Where they were asked for. */
  readonly groups?: ArchiveGroups | undefined;
  readonly facets: readonly FieldFacet[];
  /** The newest matches, of which the facets were made. */
  readonly facetEvents: number;
  /** Of their texts. */
  readonly facetBytes: number;
  readonly reading: ArchiveReading;
};
