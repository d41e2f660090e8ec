import type { Batch } from '../../event/batch.ts';
import type { SenderBook } from '../shared/inbound/sender-book.ts';
import type { ComponentContext, ComponentProblem, Finding } from './component.ts';

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
