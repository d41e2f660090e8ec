import { CHILD_FLAGS, makeWriteFlags } from '../runtime/messages.ts';
import type {
  ArchiveDescription,
  ArchiveTable,
  QueryAnswer,
  QueryRequest,
  SqlPlace,
} from '../types/query.ts';

export type QueryWork =
  | { readonly kind: 'query'; readonly request: QueryRequest }
  | { readonly kind: 'describe'; readonly archives: readonly ArchiveTable[] };
export type QueryOutcome = QueryAnswer | readonly ArchiveDescription[];

export type QueryOrder = {
  readonly work: QueryWork;
  readonly tempFolder: string;
  /** Cache for objects; without it, archives in buckets are not read. */
  readonly objectFolder?: string | undefined;
  /** Reads indexes of Log Search, and builds none. */
  readonly indexFolder?: string | undefined;
};

/** A query begins when it is picked up, not when it was sent. */
export type QueryNotice =
  | { kind: 'ready' }
  | { kind: 'begun' }
  | { kind: 'done'; answer: QueryOutcome }
  | { kind: 'refused'; message: string; place?: SqlPlace | undefined }
  | { kind: 'failed'; message: string };

const HEAP_MIB = 256;
/** DuckDB's own limit is lower, but does not cover all its memory. */
export const QUERY_MEMORY_BYTES = 1280 << 20;
/** The process is replaced when it holds more after a query. */
export const QUERY_LEFT_OVER_BYTES = 512 << 20;

/** Restricts writes to files that it decompresses or downloads. */
export const makeQueryFlags = (folders: readonly string[]): readonly string[] => [
  ...CHILD_FLAGS,
  `--max-old-space-size=${HEAP_MIB}`,
  '--permission',
  '--allow-addons',
  '--allow-fs-read=*',
  ...makeWriteFlags(folders),
  '--disable-warning=SecurityWarning',
];
