import type { ArchiveFolder, ArchiveReading } from './archive-search.ts';

export type ArchiveTable = { readonly name: string; readonly folders: readonly ArchiveFolder[] };

export type QueryColumn = { readonly name: string; readonly type: string };

/** `bytes`: of all its values as JSON, where that is known. */
export type DescribedColumn = QueryColumn & { readonly bytes?: number };

/** Rows that the service brings itself. */
export type RowTable = {
  readonly name: string;
  /** Types of DuckDB. */
  readonly columns: readonly QueryColumn[];
  /** Values in the order of the columns; times as `2026-11-21T22:15:30Z`. */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
};

/** An uploaded table of text. */
export type FileTable = {
  readonly name: string;
  readonly path: string;
  readonly sizeBytes: number;
  /** As its header names them, with types of DuckDB: `BIGINT`, `DOUBLE` or `VARCHAR`. */
  readonly columns: readonly QueryColumn[];
};

export type QueryRequest = {
  readonly sql: string;
  /** Values of `$name` in it. */
  readonly parameters: Readonly<Record<string, string | number>>;
  /** All tables that the query may name. Only those that it names are read. */
  readonly archives: readonly ArchiveTable[];
  readonly rowTables: readonly RowTable[];
  readonly fileTables: readonly FileTable[];
  /** Of receipt, in microseconds since 1970; `to` does not belong to it. */
  readonly from: number;
  readonly to: number;
  readonly maxRows: number;
  /** As JSON; an answer has fewer rows when they are larger. */
  readonly maxBytes: number;
};

export type QueryAnswer = {
  readonly columns: readonly QueryColumn[];
  /** Times are texts as `2026-11-21T22:15:30.123456Z`; whole numbers that JavaScript cannot hold are texts. */
  readonly rows: readonly (readonly unknown[])[];
  readonly hasMore: boolean;
  /** Names of the tables that were read. */
  readonly tables: readonly string[];
  readonly reading: ArchiveReading;
  readonly readMs: number;
  readonly runMs: number;
};

/** A place in the text of the query, from 1. */
export type SqlPlace = { readonly line: number; readonly column: number };

export type ArchiveDescription = {
  readonly name: string;
  readonly fileCount: number;
  /** On disk. */
  readonly bytes: number;
  /** Unix milliseconds of the whole hours that have files; 0 without files. */
  readonly from: number;
  readonly to: number;
  readonly columns: readonly DescribedColumn[];
  /** How many of its newest files its fields and their sizes were read from. */
  readonly describedFileCount: number;
  /** Its events have fields beyond these. */
  readonly hasMoreFields: boolean;
  readonly reading: ArchiveReading;
};
