/** A folder below which a source is archived (src/docs/archive.md). */
export type ArchiveFolder = {
  readonly root: string;
  readonly sourceId: string;
  /**
   * Settings of the destination that writes to a bucket. They hold secrets, so never store them with the
   * archive.
   */
  readonly bucket?: Readonly<Record<string, unknown>> | undefined;
  readonly sinkId?: string | undefined;
};

/** Newest first, then by file and line. */
export type ArchivePosition = { readonly micros: number; readonly file: string; readonly line: number };

/** Files of one hour, in reading order: those after `after`, up to and including `upTo`. */
export type ArchivePart = {
  /** Unix milliseconds. */
  readonly hour: number;
  readonly after?: string | undefined;
  readonly upTo?: string | undefined;
};

export type ArchivePlace = ArchivePosition & {
  /** Set when the hour has too many files for one page. */
  readonly part?: ArchivePart | undefined;
};

type Search = {
  /** Log Search syntax (src/docs/log-search.md). */
  readonly query: string;
  readonly folders: readonly ArchiveFolder[];
  /** Microseconds since 1970; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
};

export type ArchiveRowsSearch = Search & {
  readonly want: 'rows';
  readonly limit: number;
  /** Larger answers end before `limit`. */
  readonly maxBytes: number;
  readonly after?: ArchivePlace | undefined;
};

export type ArchiveCountsSearch = Search & {
  readonly want: 'counts';
  readonly bucketSeconds: number;
  /** Also counts matches by the values of this field. */
  readonly groupBy?: string | undefined;
  readonly skipsFacets?: boolean | undefined;
};

export type ArchiveSearchRequest = ArchiveRowsSearch | ArchiveCountsSearch;

export type ArchiveRow = ArchivePosition & {
  /** The line, or the event's JSON text. */
  readonly text: string;
  readonly isText: boolean;
  readonly source: string;
  readonly sourceId: string;
  /** JSON text; empty when not archived. */
  readonly origin: string;
};

export type UnreadFile = { readonly file: string; readonly reason: string };

/** What was read for an answer, and what could not be. */
export type ArchiveReading = {
  readonly filesRead: number;
  readonly bytes: number;
  readonly events: number;
  /** The first ones; `unreadCount` counts all. */
  readonly unread: readonly UnreadFile[];
  readonly unreadCount: number;
};

export type ArchiveRows = {
  readonly rows: readonly ArchiveRow[];
  readonly next: ArchivePlace | undefined;
  readonly reading: ArchiveReading;
};

export type FieldFacet = {
  readonly field: string;
  readonly type: 'text' | 'number' | 'mixed';
  readonly events: number;
  readonly values: readonly { readonly value: string; readonly count: number }[];
  readonly distinct: number;
  readonly isCapped: boolean;
};

export type ArchiveGroups = {
  /** Buckets have the format of `ArchiveCounts.buckets`. */
  readonly values: readonly {
    readonly value: string;
    readonly buckets: readonly (readonly [start: number, count: number])[];
  }[];
  /** Occurrences of values that are not listed: too many, or too long. */
  readonly leftOut: number;
};

export type ArchiveCounts = {
  readonly matches: number;
  /** Matches by start of bucket, in seconds since 1970; empty buckets are left out. */
  readonly buckets: readonly (readonly [start: number, count: number])[];
  /** Microseconds; everything after it is counted. */
  readonly countedFrom: number;
  readonly isComplete: boolean;
  readonly groups?: ArchiveGroups | undefined;
  readonly facets: readonly FieldFacet[];
  /** The newest matches; facets are computed from them. */
  readonly facetEvents: number;
  readonly facetBytes: number;
  readonly reading: ArchiveReading;
};
