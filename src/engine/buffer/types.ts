/** On a full buffer: wait, or drop and count. */
export type WhenFull = 'block' | 'drop_newest';

/**
 * `durable` answers after fdatasync (survives power loss), `fast` after the write (survives kill -9, loses at
 * most 500 ms on power loss), `memory` never touches the disk.
 */
export type BufferMode = 'durable' | 'fast' | 'memory';

export type BufferOptions = {
  readonly mode: BufferMode;
  /** Limit of unacknowledged bytes. A larger single frame is accepted when nothing waits. */
  readonly maxBytes: number;
  readonly whenFull: WhenFull;
};

export type AppendOutcome = 'kept' | 'dropped';

/** Stays in the buffer until `ack(position)`. */
export type BufferedFrame = {
  /** Number of its last event over the life of the buffer. */
  readonly position: number;
  readonly events: number;
  readonly payload: Buffer;
  /** Unix milliseconds from which its age counts: `since` of the append, else its own time. */
  readonly appendedAt: number;
  /** Optional: the payload's memory may be reused. */
  release(): void;
};

export type BufferStats = {
  readonly events: number;
  /** Includes framing. */
  readonly bytes: number;
  /** Milliseconds; 0 when empty. */
  readonly oldestAgeMs: number;
  /** Refused by `drop_newest` since the buffer was opened. */
  readonly droppedEvents: number;
  /** Lost to corruption since the buffer was opened. */
  readonly lostEvents: number;
};

export type RecoveryReport = {
  readonly events: number;
  readonly lostEvents: number;
  readonly corruptSegments: number;
  readonly tornBytes: number;
};

/** FIFO buffer between a pipeline and a destination. */
export interface EventBuffer {
  /**
   * Stores one frame of `events` (at least 1) events and resolves when it is safe (see BufferMode). Rejects
   * with BufferWriteError when nothing was stored (later appends may succeed), with BufferClosedError once
   * closed. The parts may be reused afterwards. `since`: arrival in Unix milliseconds.
   */
  append(parts: readonly Buffer[], events: number, since?: number): Promise<AppendOutcome>;
  /** False when a frame of this size would have to wait; a buffer that drops always has room. */
  hasRoom(bytes: number): boolean;
  /** Waits for the next frame; null once closed. One reader at a time. */
  read(): Promise<BufferedFrame | null>;
  /** Frees everything up to that position; resolves when that survives a restart. */
  ack(position: number): Promise<void>;
  rewind(): void;
  stats(): BufferStats;
  readonly recovery: RecoveryReport;
  /** Refuses appends, writes pending ones and closes the files; stored frames stay. */
  close(): Promise<void>;
}

export class BufferClosedError extends Error {
  override readonly name = 'BufferClosedError';
}

export class BufferWriteError extends Error {
  override readonly name = 'BufferWriteError';
}
