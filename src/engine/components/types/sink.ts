import type { Batch } from '../../event/batch.ts';
import type { ComponentContext, ComponentProblem, Finding } from './component.ts';

/** How the topology gathers events for one `write`; the first limit reached counts. */
export type SinkBatching = {
  readonly maxEvents: number;
  readonly maxBytes: number;
  /** How long a batch may wait for more events; 0 writes at once what is there. */
  readonly timeoutMs: number;
};

export type SinkReceipt = {
  /** Serialised bytes before compression, without delimiters, of the events written. */
  readonly bytes: number;
  /** Complete files or objects that were made; left out by a destination that makes none. */
  readonly objects?: number;
  /** Events (numbers in the batch) the destination refused for good while it took the others. */
  readonly refused?: readonly { readonly event: number; readonly problem: ComponentProblem }[];
  /** Events it did not take now, and may take later: they alone are written again. None is refused as well. */
  readonly later?: LaterEvents | undefined;
};

export type LaterEvents = {
  readonly events: readonly number[];
  readonly problem: ComponentProblem;
  readonly retryAfterMs?: number | undefined;
};

export type RunningSink = {
  readonly batching: SinkBatching;
  /** How many calls of `write` it takes at a time; 1, which keeps the order, when left out. */
  readonly concurrency?: number;
  /**
   * Writes all live events of the batch. Throws RetryableError (nothing is given up: the
   * same events come again), or PermanentError (the batch is split until the events that cause it are
   * alone, and those become dead letters). Any other error counts as retryable.
   */
  write(batch: Batch): Promise<SinkReceipt>;
  /** Resolves when everything written is flushed and nothing is open. */
  close(): Promise<void>;
};

export type SinkContext = ComponentContext & {
  /** Claims what only one may use, for instance `file:/a/b`. Throws ComponentError naming the holder; freed after close. */
  claim(resource: string): void;
  /** Aborted when the sink must end at once: give up what waits (connections, timers). */
  readonly signal: AbortSignal;
  /** Wants to know what a receiver answers; left out where nobody does. */
  readonly heard?: ((answer: HeardAnswer) => void) | undefined;
};

/** What a receiver answered to one request: `POST https://host/path`, `200`, the beginning of its text. */
export type HeardAnswer = { readonly request: string; readonly status: string; readonly body: string };

/** A destination to open in place of the real one for a test, and how its traces are taken away. */
export type Rehearsal = {
  readonly config: Record<string, unknown>;
  /** Resolves to what it found and left behind. */
  end(): Promise<readonly Finding[]>;
};

export type SinkComponent = {
  /** Throws ComponentError when it can never work; an unreachable destination is no reason (write retries). */
  open(config: Record<string, unknown>, context: SinkContext): Promise<RunningSink>;
  /** As open, for the records of archives (src/docs/archive.md). Left out, it cannot hold an archive. */
  readonly openArchive?: SinkComponent['open'];
  /** How it writes an event: an object as it is, and raw text wrapped in one (`json`) or as it is (`text`). */
  readonly form?: (config: Record<string, unknown>) => EventForm;
  /** It sends the ids of events (`batch.idOf`), so that its receiver can tell what it has already (R4). */
  readonly sendsIds?: (config: Record<string, unknown>) => boolean;
  /** For a test of a destination that should not be written to. Throws ComponentError. Left out, it is. */
  readonly rehearse?: (config: Record<string, unknown>) => Promise<Rehearsal>;
};

/** `json` when a destination does not say. */
export type EventForm = 'json' | 'text';

/** The write may succeed later: destination down, 429, 5xx, 401 until repaired. Nothing of it was taken. */
export class RetryableError extends Error {
  override readonly name = 'RetryableError';
  readonly problem: ComponentProblem;
  /** From Retry-After, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  constructor(problem: ComponentProblem, options?: { retryAfterMs?: number | undefined; cause?: unknown }) {
    super(problem.message, { cause: options?.cause });
    this.problem = problem;
    this.retryAfterMs = options?.retryAfterMs;
  }
}

/** The destination refuses the content itself (400, 413, 422 …), so a retry cannot help. Nothing was taken. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
  readonly problem: ComponentProblem;
  constructor(problem: ComponentProblem, options?: ErrorOptions) {
    super(problem.message, options);
    this.problem = problem;
  }
}

/**
 * `buffer` of every sink's configuration. `disk` acknowledges when the events are on the disk, `memory`
 * when the destination took them.
 */
export type BufferConfig = {
  readonly mode: 'memory' | 'disk';
  readonly maxBytes: number;
  readonly whenFull: 'block' | 'drop_newest';
};
