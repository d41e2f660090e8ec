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
  /** Where objects of buckets are kept; archives in buckets are not read without it. */
  readonly objectFolder?: string | undefined;
  /** Indexes of files; it reads them, and builds none. */
  readonly indexFolder?: string | undefined;
};

/** A query begins when it is taken up, not when it was sent. */
export type QueryNotice =
  | { kind: 'ready' }
  | { kind: 'begun' }
  | { kind: 'done'; answer: QueryOutcome }
  | { kind: 'refused'; message: string; place?: SqlPlace | undefined }
  | { kind: 'failed'; message: string };

const HEAP_MIB = 256;
/** DuckDB's own limit is below it, and does not hold for all that it does. */
export const QUERY_MEMORY_BYTES = 1280 << 20;
/** Above this after a query, the process is replaced. */
export const QUERY_LEFT_OVER_BYTES = 512 << 20;

/** It reads files, and writes none but those that it unpacks or fetches. */
export const makeQueryFlags = (folders: readonly string[]): readonly string[] => [
  ...CHILD_FLAGS,
  `--max-old-space-size=${HEAP_MIB}`,
  '--permission',
  '--allow-addons',
  '--allow-fs-read=*',
  ...makeWriteFlags(folders),
  '--disable-warning=SecurityWarning',
];
