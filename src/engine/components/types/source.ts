import type { Batch } from '../../event/batch.ts';
import type { ReplayProgress } from '../../types/replay.ts';
import type { SenderBook } from '../shared/inbound/sender-book.ts';
import type { ComponentContext, ComponentProblem, Finding } from './component.ts';

/**
 * `unavailable`: nothing was accepted, because every pipeline of the source is paused or stopping, or one is
 * starting.
 */
export type DeliverOutcome = 'accepted' | 'unavailable';

export type Intake = {
  /** Decompressed, without delimiters. */
  readonly payloadBytes: number;
  /** As received or read from the file. */
  readonly rawBytes: number;
};

/** A small text per source that survives restarts (file offsets …). */
export type Checkpoint = {
  load(): Promise<string | null>;
  /** Resolves once durable. */
  save(text: string): Promise<void>;
};

export type SourceContext = ComponentContext & {
  /** An empty batch from the pool. Pass it to `deliver` or `recycle`. */
  newBatch(): Batch;
  recycle(batch: Batch): void;
  /**
   * Resolves to `accepted` once every destination of every running pipeline has written or durably buffered
   * the batch; answer 200 or save an offset only then. Never rejects. Invalid events become dead letters; an
   * empty batch is accepted at once. Concurrent calls are processed in order but may settle in any order.
   */
  deliver(batch: Batch, intake: Intake): Promise<DeliverOutcome>;
  /**
   * Backpressure for sources that continue before the acknowledgement (TCP, syslog, tail): null to continue,
   * else a promise to await before the next `deliver`. Waits while paused; resolves when the source stops.
   */
  ready(): Promise<void> | null;
  /**
   * False when a destination's buffer would let these events wait. A source that answers then refuses them,
   * so that impatient senders do not repeat what is kept. Events that transforms enlarge can still wait.
   */
  hasRoom(events: number, bytes: number): boolean;
  /**
   * More bytes never fit into the buffer of a destination that gets the events unchanged. Infinite by
   * default.
   */
  readonly mostBytes?: number;
  /** True while every pipeline of the source is paused, or one is starting: refuse input with 503. */
  readonly paused: boolean;
  /**
   * True when a destination sends event ids. A source that may read input again must then call `batch.setId`
   * with a stable position.
   */
  readonly identifies?: boolean;
  /**
   * True while something reads `@origin`: then call `batch.setOrigin` with what the source knows of each
   * event.
   */
  readonly tracksOrigin?: boolean;
  /** Counts and reports input that cannot become events (an overlong line …) as received and dropped. */
  refuse(problem: ComponentProblem, count: number, intake: Intake, example?: string): void;
  readonly checkpoint: Checkpoint;
  readonly senders?: SenderBook;
  /**
   * Reserves an exclusive resource such as `file:/a/b` until stop.
   * @throws ComponentError naming the owner
   */
  reserve(resource: string): Promise<void>;
  /** Counters saved now survive a kill; answered deliveries save them themselves. */
  keepCounters(): void;
};

export type RunningSource = {
  stop(): Promise<void>;
  /** Applies a new configuration in place. False: the source must be restarted. */
  update?(config: Record<string, unknown>): Promise<boolean>;
  readonly progress?: () => ReplayProgress;
  /** Events to read again, by component: a kill took them from memory before a destination had them. */
  cutOff?(events: Readonly<Record<string, number>>): void;
};

export type SourceComponent = {
  /** Resolves once it listens or reads. @throws ComponentError */
  start(config: Record<string, unknown>, context: SourceContext): Promise<RunningSource>;
  /**
   * For previews: adds a payload to the batch as this source's event. An event that already left the source
   * stays unchanged. By default, a payload is a line of text.
   */
  readonly read?: (config: Record<string, unknown>) => (batch: Batch, payload: Buffer) => void;
  /**
   * For connection tests: checks what the source would read (matching files, a bucket) without reading
   * events. By default the test starts and stops the source.
   * @throws ComponentError
   */
  readonly check?: (config: Record<string, unknown>) => Promise<readonly Finding[]>;
};
