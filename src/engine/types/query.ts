import type { ArchiveFolder, ArchiveReading } from './archive-search.ts';

export type ArchiveTable = { readonly name: string; readonly folders: readonly ArchiveFolder[] };

export type QueryColumn = { readonly name: string; readonly type: string };

/** `bytes`: size of all its values as JSON, if known. */
export type DescribedColumn = QueryColumn & { readonly bytes?: number };

/** Rows provided by the service. */
export type RowTable = {
  readonly name: string;
  readonly columns: readonly QueryColumn[];
  /** In column order; times as `2026-11-21T22:15:30Z`. */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
};

export type FileTable = {
  readonly name: string;
  readonly path: string;
  readonly sizeBytes: number;
  /** From the header, with DuckDB types `BIGINT`, `DOUBLE` or `VARCHAR`. */
  readonly columns: readonly QueryColumn[];
};

export type QueryRequest = {
  readonly sql: string;
  readonly parameters: Readonly<Record<string, string | number>>;
  /** Tables the query may name; only those it names are read. */
  readonly archives: readonly ArchiveTable[];
  readonly rowTables: readonly RowTable[];
  readonly fileTables: readonly FileTable[];
  /** Time of receipt in microseconds since 1970; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly maxRows: number;
  /** JSON size; larger answers have fewer rows. */
  readonly maxBytes: number;
};

export type QueryAnswer = {
  readonly columns: readonly QueryColumn[];
  /**
   * Times are strings such as `2026-11-21T22:15:30.123456Z`; so are whole numbers beyond JavaScript's safe
   * range.
   */
  readonly rows: readonly (readonly unknown[])[];
  readonly hasMore: boolean;
  readonly tables: readonly string[];
  readonly reading: ArchiveReading;
  readonly readMs: number;
  readonly runMs: number;
};

/** From 1. */
export type SqlPlace = { readonly line: number; readonly column: number };

export type ArchiveDescription = {
  readonly name: string;
  readonly fileCount: number;
  readonly bytes: number;
  /** Unix milliseconds of the first and last hour with files; 0 without files. */
  readonly from: number;
  readonly to: number;
  readonly columns: readonly DescribedColumn[];
  /** Number of newest files that fields and sizes were read from. */
  readonly describedFileCount: number;
  readonly hasMoreFields: boolean;
  readonly reading: ArchiveReading;
};
