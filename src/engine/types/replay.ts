import type { ArchiveFolder, UnreadFile } from './archive-search.ts';

/** Configuration of the source `archive_replay`, used only by hydration jobs. */
export type ReplayConfig = {
  readonly folders: readonly ArchiveFolder[];
  /** Cache for objects from buckets; a temporary folder by default. */
  readonly objectFolder?: string | undefined;
  /** Log Search indexes: files without matches are not opened. */
  readonly indexFolder?: string | undefined;
  /** Time of receipt in microseconds since 1970; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** Log Search syntax (src/docs/log-search.md). */
  readonly query: string;
  readonly eventLimit?: number | undefined;
  readonly eventsPerSecond?: number | undefined;
  /** A chunk of the window begins when all events of the previous one are written. */
  readonly chunkMinutes?: number | undefined;
  /** Increment it to retry files that could not be read. */
  readonly attempt: number;
};

/** Progress of a replay, counting only events that are safe at every destination. */
export type ReplayProgress = {
  readonly events: number;
  /** Size of `events` as received. */
  readonly bytes: number;
  readonly filesDone: number;
  /** 0 until the archive is listed. */
  readonly filesTotal: number;
  /** Share of the archive's bytes read, 0 to 1. */
  readonly share: number;
  /** Time of the newest safe event in microseconds since 1970; 0 at first. */
  readonly position: number;
  /** Times it resumed from a saved position after a crash. */
  readonly resumed: number;
  /** Events lost from memory when the engine was killed, by component: counted as dropped, and read again. */
  readonly cutOff: Readonly<Record<string, number>>;
  /** Both 0 when the window is not divided. */
  readonly chunksDone: number;
  readonly chunksTotal: number;
  readonly isDone: boolean;
  readonly attempt: number;
  readonly problem: string;
  /** The first ones; `unreadCount` counts all. */
  readonly unread: readonly UnreadFile[];
  readonly unreadCount: number;
};

/** Upper bound of events sent again after a kill. */
export const REPLAY_REPEATS_MAX = 20_000;
