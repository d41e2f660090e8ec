import { CHILD_FLAGS, makeWriteFlags } from '../runtime/messages.ts';
import type { ArchiveCounts, ArchiveRows, ArchiveSearchRequest } from '../types/archive-search.ts';
import type { NewFiles } from './index-new-files.ts';

export type SearchOrder = SearchBegin | { readonly kind: 'cancel' };
export type SearchBegin = {
  readonly kind: 'search';
  readonly request: ArchiveSearchRequest;
  readonly indexFolder: string | undefined;
  /** Cache for objects; without it, archives in buckets are not read. */
  readonly objectFolder: string | undefined;
};

/** A search begins when it is picked up, not when it was sent. */
export type SearchNotice =
  | { kind: 'ready' }
  | { kind: 'begun' }
  | { kind: 'progress'; counts: ArchiveCounts }
  | { kind: 'done'; answer: ArchiveRows | ArchiveCounts }
  | { kind: 'canceled' }
  | { kind: 'refused'; message: string; at: number; length: number }
  | { kind: 'failed'; message: string };

export type IndexOrder = {
  readonly indexFolder: string;
  readonly newFiles: NewFiles;
  readonly sweeps: boolean;
};
export type IndexNotice =
  | { kind: 'ready' }
  | { kind: 'done'; isComplete: boolean }
  | { kind: 'failed'; message: string };

const HEAP_MIB = 384;
export const SEARCH_MEMORY_BYTES = 1 << 30;
/** The process is replaced when it holds more after a search. */
export const SEARCH_LEFT_OVER_BYTES = 512 << 20;

/** Restricts writes to these folders. */
export const makeSearchFlags = (folders: readonly string[]): string[] => [
  ...CHILD_FLAGS,
  `--max-old-space-size=${HEAP_MIB}`,
  '--permission',
  '--allow-fs-read=*',
  ...makeWriteFlags(folders),
];
