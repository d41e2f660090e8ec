import type { Batch } from '../../event/batch.ts';
import type { ComponentContext, ComponentProblem, Finding } from './component.ts';

export type SinkBatching = {
  readonly maxEvents: number;
  readonly maxBytes: number;
  /** How long a batch waits for more events; 0 writes at once. */
  readonly timeoutMs: number;
};

export type SinkReceipt = {
  /** Serialized, before compression and without delimiters. */
  readonly bytes: number;
  readonly objects?: number;
  readonly refused?: readonly { readonly event: number; readonly problem: ComponentProblem }[];
  /** Events to retry later, by themselves. None of them is in `refused`. */
  readonly later?: LaterEvents | undefined;
};

export type LaterEvents = {
  readonly events: readonly number[];
  readonly problem: ComponentProblem;
  readonly retryAfterMs?: number | undefined;
};

export type RunningSink = {
  readonly batching: SinkBatching;
  /** Concurrent `write` calls; defaults to 1, which keeps the order. */
  readonly concurrency?: number;
  /**
   * Writes all live events.
   * @throws RetryableError (the same events come again) or PermanentError (the batch is split to isolate the
   * events at fault, which become dead letters). Other errors count as retryable.
   */
  write(batch: Batch): Promise<SinkReceipt>;
  close(): Promise<void>;
};

export type SinkContext = ComponentContext & {
  /**
   * Reserves an exclusive resource such as `file:/a/b` until close.
   * @throws ComponentError naming the owner
   */
  reserve(resource: string): Promise<void>;
  /** Aborted when the sink must end at once: cancel connections and timers. */
  readonly signal: AbortSignal;
  /** Receives the destination's answers; set in connection tests. */
  readonly heard?: ((answer: HeardAnswer) => void) | undefined;
};

/** Request (`POST https://host/path`), status and start of the body. */
export type HeardAnswer = { readonly request: string; readonly status: string; readonly body: string };

export type Rehearsal = {
  readonly config: Record<string, unknown>;
  /** Resolves to what the test found and left behind. */
  end(): Promise<readonly Finding[]>;
};

export type SinkComponent = {
  /** @throws ComponentError if it can never work. Do not throw when unreachable: `write` retries. */
  open(config: Record<string, unknown>, context: SinkContext): Promise<RunningSink>;
  /** Like `open`, for archive records (src/docs/archive.md). Without it the sink cannot store archives. */
  readonly openArchive?: SinkComponent['open'];
  readonly form?: (config: Record<string, unknown>) => EventForm;
  /** Sends event ids (`batch.idOf`), so that the receiver can detect duplicates. */
  readonly sendsIds?: (config: Record<string, unknown>) => boolean;
  /**
   * Opens a temporary destination for a connection test; without it, the test uses the real one.
   * @throws ComponentError
   */
  readonly rehearse?: (config: Record<string, unknown>) => Promise<Rehearsal>;
};

export type EventForm = 'json' | 'text';

/** Nothing was accepted and a retry may succeed: destination down, 429, 5xx, 401 until fixed. */
export class RetryableError extends Error {
  override readonly name = 'RetryableError';
  readonly problem: ComponentProblem;
  /** Milliseconds, from Retry-After. */
  readonly retryAfterMs: number | undefined;
  constructor(problem: ComponentProblem, options?: { retryAfterMs?: number | undefined; cause?: unknown }) {
    super(problem.message, { cause: options?.cause });
    this.problem = problem;
    this.retryAfterMs = options?.retryAfterMs;
  }
}

/** Nothing was accepted because of the content (400, 413, 422 …), so a retry cannot help. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
  readonly problem: ComponentProblem;
  constructor(problem: ComponentProblem, options?: ErrorOptions) {
    super(problem.message, options);
    this.problem = problem;
  }
}

/** `disk` acknowledges once events are on disk, `memory` once the destination has them. */
export type BufferConfig = {
  readonly mode: 'memory' | 'disk';
  readonly maxBytes: number;
  readonly whenFull: 'block' | 'drop_newest';
};
