import type { ArchiveFolder, UnreadFile } from './archive-search.ts';

/** Configuration of the source `archive_replay`, which only hydration jobs have. */
export type ReplayConfig = {
  readonly folders: readonly ArchiveFolder[];
  /** Where objects of buckets are kept while they are read; a temporary one without it. */
  readonly objectFolder?: string | undefined;
  /** Indexes of files, as Log Search builds them: files that hold no match are not opened. */
  readonly indexFolder?: string | undefined;
  /** Microseconds since 1970, of receipt; `to` does not belong to it. */
  readonly from: number;
  readonly to: number;
  /** As text of Log Search (src/docs/log-search.md). */
  readonly query: string;
  /** Events after which it stops. */
  readonly eventLimit?: number | undefined;
  readonly eventsPerSecond?: number | undefined;
  /** Length of the chunks of the window. A chunk begins once all events of the one before are written. */
  readonly chunkMinutes?: number | undefined;
  /** A higher one than before reads again what could not be read. */
  readonly attempt: number;
};

/** How far a replay has come; all figures are of events that are safe at every destination. */
export type ReplayProgress = {
  /** Without repeats. */
  readonly events: number;
  /** Of these events, as they were received. */
  readonly bytes: number;
  readonly filesDone: number;
  /** 0 until the archive is listed. */
  readonly filesTotal: number;
  /** Share of the archive's bytes that was read, from 0 to 1. */
  readonly share: number;
  /** Microseconds since 1970 of the newest safe event; 0 before the first. */
  readonly position: number;
  /** How often it went on from a saved position after an end without notice. */
  readonly resumed: number;
  /**
   * Events that were in memory only when the engine was killed, by component: counted as dropped there, and read again.
   */
  readonly cutOff: Readonly<Record<string, number>>;
  /** Both 0 where the window is not divided. */
  readonly chunksDone: number;
  readonly chunksTotal: number;
  readonly isDone: boolean;
  readonly attempt: number;
  /** Why it reads nothing at all. */
  readonly problem: string;
  /** The first ones; `unreadCount` has all. */
  readonly unread: readonly UnreadFile[];
  readonly unreadCount: number;
};

/** The most events that are sent again after a kill. */
export const REPLAY_REPEATS_MAX = 20_000;
