import type { Batch } from '../event/batch.ts';

/**
 * What every component implements. A component knows no pipeline, no counter, no buffer and no retry:
 * the topology around it does those once for all. Configurations arrive validated by the component's own
 * schema, secrets in clear.
 */

/** A failure with its cause and its cure. Make it once, not per event: reports are grouped by `errorName`. */
export type ComponentProblem = {
  readonly errorName: string;
  readonly message: string;
  readonly causes: readonly string[];
  readonly resolutions: readonly string[];
  /** ERROR when left out. */
  readonly level?: 'ERROR' | 'WARN' | 'INFO' | undefined;
};

/** A component cannot start or go on with this configuration (port taken, folder not writable …). */
export class ComponentError extends Error {
  override readonly name = 'ComponentError';
  readonly problem: ComponentProblem;
  constructor(problem: ComponentProblem, options?: ErrorOptions) {
    super(problem.message, options);
    this.problem = problem;
  }
}

/** What every component is given. */
export type ComponentContext = {
  readonly siteId: string;
  /** The source's or sink's id, the transform's lineage. */
  readonly componentId: string;
  /** What people call it, for messages. */
  readonly name: string;
  /** Reports a problem under the component, `example` being the text of an event it concerns. */
  report(problem: ComponentProblem, example?: string): void;
};

// ---- sources ----

/** `unavailable`: nothing was taken, because every pipeline that uses the source is paused or stopping. */
export type DeliverOutcome = 'accepted' | 'unavailable';

/** Sizes of what a batch came from, in bytes. */
export type Intake = {
  /** Decompressed payload without delimiters. */
  readonly payloadBytes: number;
  /** As received on the wire or read from the file. */
  readonly rawBytes: number;
};

/** A small text that survives restarts (file offsets …), one per source. */
export type Checkpoint = {
  /** Null when none was saved. */
  load(): Promise<string | null>;
  /** Resolves when it would survive power loss. */
  save(text: string): Promise<void>;
};

export type SourceContext = ComponentContext & {
  /** An empty batch from the pool. Fill it and `deliver` it, or give it back with `recycle`. */
  newBatch(): Batch;
  recycle(batch: Batch): void;
  /**
   * Hands a batch over for good (it belongs to the engine from here on, whatever the outcome). Resolves to
   * `accepted` when every destination of every running pipeline that uses the source has its copy written
   * or durably buffered: only then answer 200 or save an offset. Never rejects. Invalid events in the batch
   * are counted and set aside; an empty batch is accepted at once. Several may be under way; they are
   * processed in the order of the calls and may settle in another.
   */
  deliver(batch: Batch, intake: Intake): Promise<DeliverOutcome>;
  /**
   * Backpressure of sources that go on before the acknowledgement (TCP, syslog, tail): null when they may
   * read on, else a promise to wait for before the next `deliver`. It also waits while paused, and resolves
   * when the source is being stopped.
   */
  ready(): Promise<void> | null;
  /** True while every pipeline that uses the source is paused: take nothing in, answer 503. */
  readonly paused: boolean;
  /** Counts input that cannot become events (a line too long …) as taken in and dropped, and reports it. */
  refuse(problem: ComponentProblem, count: number, intake: Intake, example?: string): void;
  readonly checkpoint: Checkpoint;
  /** Claims what only one may use, for instance `file:/a/b`. Throws ComponentError naming the holder; freed after stop. */
  claim(resource: string): void;
};

export type RunningSource = {
  /** Takes nothing more in, resolves when nothing of it listens or runs; delivers under way still settle. */
  stop(): Promise<void>;
  /** Applies another configuration in place: true when done, false to be restarted instead. */
  update?(config: Record<string, unknown>): Promise<boolean>;
};

export type SourceComponent = {
  /** Resolves once it listens or reads. Throws ComponentError. */
  start(config: Record<string, unknown>, context: SourceContext): Promise<RunningSource>;
};

// ---- transforms ----

export type TransformContext = ComponentContext & {
  /**
   * The event could not be processed: counts and reports it, then does what the node's `onError` says
   * (keep: nothing; drop: drops it; tag: sets the field `penstock_error` to the error's name).
   */
  fail(batch: Batch, event: number, problem: ComponentProblem): void;
};

export type RunningTransform = {
  /**
   * Edits or drops one live event, in place; appended events of the same batch count as created. The node's
   * `condition` was tested before; a thrown error sends the event to the dead letters.
   */
  process(batch: Batch, event: number): void;
};

export type TransformComponent = {
  /** Throws ComponentError (or PatternError, FieldPathError) when the configuration cannot be used. */
  create(config: Record<string, unknown>, context: TransformContext): RunningTransform;
  /** It may drop events but never changes one: spares measuring their sizes. */
  readonly onlyDrops?: boolean;
};

// ---- sinks ----

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
  /** Events (numbers in the batch) the destination refused for good while it took the others. */
  readonly refused?: readonly { readonly event: number; readonly problem: ComponentProblem }[];
};

export type RunningSink = {
  readonly batching: SinkBatching;
  /**
   * Writes all events of the batch, one call at a time. Throws RetryableError (nothing is given up: the
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
};

export type SinkComponent = {
  /** Throws ComponentError when it can never work; an unreachable destination is no reason (write retries). */
  open(config: Record<string, unknown>, context: SinkContext): Promise<RunningSink>;
};

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

/** Implementations by templateId; `components/registry.ts` exports the real one as `components`. */
export type ComponentRegistry = {
  readonly sources: Readonly<Record<string, SourceComponent>>;
  readonly transforms: Readonly<Record<string, TransformComponent>>;
  readonly sinks: Readonly<Record<string, SinkComponent>>;
};

/**
 * `buffer` of every sink's configuration. `disk` acknowledges when the events are on the disk, `memory`
 * when the destination took them.
 */
export type BufferConfig = {
  readonly mode: 'memory' | 'disk';
  readonly maxBytes: number;
  readonly whenFull: 'block' | 'drop_newest';
};
