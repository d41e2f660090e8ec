/** What a full buffer does with the next append: let it wait, or refuse it and count the loss. */
export type WhenFull = 'block' | 'drop_newest';

/**
 * `durable` answers an append after fdatasync (survives power loss), `fast` after the write (survives
 * kill -9; at most 500 ms are lost on power loss), `memory` keeps everything in memory.
 */
export type BufferMode = 'durable' | 'fast' | 'memory';

export type BufferOptions = {
  readonly mode: BufferMode;
  /** Unacknowledged bytes held at most. A single frame larger than this is taken only when nothing waits. */
  readonly maxBytes: number;
  readonly whenFull: WhenFull;
};

export type AppendOutcome = 'kept' | 'dropped';

/** A frame handed to the reader; it stays in the buffer until `ack(position)`. */
export type BufferedFrame = {
  /** Number of the last event of the frame, counted over the whole life of the buffer. */
  readonly position: number;
  readonly events: number;
  readonly payload: Buffer;
  /** Unix time in milliseconds of the append. */
  readonly appendedAt: number;
  /** The payload is not needed any more: its memory may be used again. May be left out. */
  release(): void;
};

export type BufferStats = {
  /** Events kept and not yet acknowledged, whether read or not. */
  readonly events: number;
  /** Bytes of those, framing included. */
  readonly bytes: number;
  /** Age of the oldest of them in milliseconds; 0 when empty. */
  readonly oldestAgeMs: number;
  /** Events refused by `drop_newest` since the buffer was opened. */
  readonly droppedEvents: number;
  /** Events lost to corruption since the buffer was opened (R11). */
  readonly lostEvents: number;
};

/** What was found when a buffer was opened. */
export type RecoveryReport = {
  readonly events: number;
  readonly lostEvents: number;
  readonly corruptSegments: number;
  /** Bytes of an unfinished append at the end, never acknowledged and so ignored. */
  readonly tornBytes: number;
};

/** A first-in first-out buffer of frames between a pipeline and one of its destinations. */
export interface EventBuffer {
  /**
   * Keeps one frame holding `events` (at least 1) events; the parts are joined. Resolves when it is safe
   * (see BufferMode). Rejects with BufferWriteError when it could not be written (nothing is kept, a later
   * append may succeed), with BufferClosedError once closed. The parts may be reused after it settles.
   */
  append(parts: readonly Buffer[], events: number): Promise<AppendOutcome>;
  /** The next frame in order; waits for one. Null once the buffer is closed. One reader at a time. */
  read(): Promise<BufferedFrame | null>;
  /** Frees everything up to that position. Resolves when the position would survive a restart. */
  ack(position: number): Promise<void>;
  /** Hands out again, from the oldest, every frame that was read and not acknowledged. */
  rewind(): void;
  stats(): BufferStats;
  readonly recovery: RecoveryReport;
  /** Refuses further appends, writes what is pending, and closes the files. Kept frames stay on disk. */
  close(): Promise<void>;
}

export class BufferClosedError extends Error {
  override readonly name = 'BufferClosedError';
}

/** An append could not be written; `cause` is the error of the operating system. */
export class BufferWriteError extends Error {
  override readonly name = 'BufferWriteError';
}
