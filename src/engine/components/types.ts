import type { Batch } from '../event/batch.ts';
import type { PlanFile } from '../port.ts';
import type { SenderBook } from './shared/inbound/sender-book.ts';

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

/** One thing that a test of a source or destination found out, for people. */
export type Finding = { readonly label: string; readonly value: string };

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
  /**
   * True when destinations send ids of events (R4): a source that may read the same again then says by
   * `batch.setId` where each event stands, the same each time; other events get an id of their own.
   */
  readonly identifies?: boolean;
  /** Counts input that cannot become events (a line too long …) as taken in and dropped, and reports it. */
  refuse(problem: ComponentProblem, count: number, intake: Intake, example?: string): void;
  readonly checkpoint: Checkpoint;
  /** Of a source that listens: who sends to it. Left out where nobody asks. */
  readonly senders?: SenderBook;
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
  /**
   * Puts one payload into the batch as the event that the source would make of it, for trying events without
   * the source. One that left the source before stays as it is. Left out, a payload is a line of text.
   */
  readonly read?: (config: Record<string, unknown>) => (batch: Batch, payload: Buffer) => void;
  /**
   * Looks at what the source would read, and takes nothing in: files that match, a bucket that can be listed.
   * Throws ComponentError when it could not read. Left out, a test starts the source and stops it at once.
   */
  readonly check?: (config: Record<string, unknown>) => Promise<readonly Finding[]>;
};

// ---- transforms ----

/** Time as components see it: the engine's, or that of a test. */
export type Clock = {
  /** Milliseconds that only go forward: for how long something takes. */
  now(): number;
  /** Unix milliseconds: for what is written into events. */
  date(): number;
};

export type TransformContext = ComponentContext & {
  readonly clock: Clock;
  /** What the component's `load` resolved to. */
  readonly loaded?: unknown;
  /**
   * The event could not be processed: counts and reports it, then does what the node's `onError` says
   * (keep: nothing; drop: drops it; tag: sets the field `penstock_error` to the error's name).
   */
  fail(batch: Batch, event: number, problem: ComponentProblem): void;
  /**
   * Takes the event that is being processed out of its batch, as one more of `kept` or the first of new ones.
   * It is `buffered` until `emit` settles it, and so is its acknowledgement where the keeper says so. It must
   * be the last thing done with the event.
   */
  keep(batch: Batch, event: number, kept: KeptEvents | null): KeptEvents;
  /**
   * Sends the events that `write` appends to a batch on to the next nodes, and settles `kept`: what was kept
   * beyond the number written is merged, what is written beyond it created; when nothing is written, all of it
   * is dropped. Acknowledgements that wait for `kept` follow those events.
   */
  emit(kept: KeptEvents | null, write: (batch: Batch) => void): void;
};

/** Events that a transform keeps back beyond their batches. */
export type KeptEvents = { readonly count: number };

/** A transform that keeps events back, or sends events on when their time has come. */
export type Keeper = {
  /**
   * When sources are answered for what is kept: once what became of it is delivered or durably buffered, or
   * when it is taken. Then it is lost when the engine crashes. Held back too long, senders that wait for an
   * answer give up and send again: so what is kept longer than they wait is better answered when taken.
   */
  readonly acknowledges: 'delivered' | 'taken';
  /** When `flush` should be called, by the clock's `now`; Infinity while nothing is to come. */
  nextAt(): number;
  /** Emits what is due; everything when the node is stopped, changed or paused. */
  flush(everything: boolean): void;
};

export type RunningTransform = {
  /**
   * Edits or drops one live event, in place; appended events of the same batch count as created. The node's
   * `condition` was tested before; a thrown error sends the event to the dead letters.
   */
  process(batch: Batch, event: number): void;
  /** Only of a component whose events leave by named outputs. */
  readonly router?: Router;
  /** Only of a component that calls `keep` or `emit`. */
  readonly keeper?: Keeper;
};

/** Sends each event of a node to some of its named outputs. */
export type Router = {
  /** At most 31: each is a bit, the first the lowest. */
  readonly outputs: readonly string[];
  /** The outputs of an event that the node's `condition` keeps from it; 0 drops it. */
  readonly rest: number;
  /** The outputs of one live event as bits; 0 drops it. */
  choose(batch: Batch, event: number): number;
};

export type TransformComponent = {
  /**
   * Of a component whose code is large, or that reads files: `create` may be called once this is done, and is
   * given what it resolves to. Throws ComponentError.
   */
  load?(config: Record<string, unknown>, files: Readonly<Record<string, PlanFile>>): Promise<unknown>;
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
