import type { NodeType } from '../../contract/enums.ts';

/**
 * Totals of one component in one pipeline since the engine started. Always in + created + carried = out +
 * dropped + merged + deadLetter + buffered. Bytes: a source's payload; a transform's events in and out; what a sink
 * took and wrote (serialized, uncompressed, without delimiters).
 */
export type Counters = {
  eventsIn: number;
  eventsOut: number;
  eventsDropped: number;
  eventsCreated: number;
  eventsMerged: number;
  eventsDeadLetter: number;
  eventsBuffered: number;
  /** Waiting when the engine started, counted by the engines before; not sent by earlier releases. */
  eventsCarried?: number;
  bytesIn: number;
  bytesOut: number;
  /** Of the events in `eventsDropped`, as large as they were when dropped. */
  bytesDropped: number;
  bytesDeadLetter: number;
  /** Of the events in `eventsBuffered`. */
  bytesBuffered: number;
  rawBytes: number;
  errors: number;
  /** Complete files or objects; 0 for a sink that appends to a file. */
  objectsWritten: number;
  /** Unix milliseconds; 0 before the first event. */
  lastEventAt: number;
};

export type Gauges = {
  nodeId: string;
  nodeType: NodeType;
  /**
   * Milliseconds since the engine started: a transform processing; a destination writing, as a share of its
   * concurrency; a source blocked by full buffers.
   */
  busyMs: number;
  /** Failed writes that were retried. */
  retries: number;
  /** A destination's queue in this pipeline, with in-flight writes; `lingerMs` is the batching timeout. */
  buffer: { bytes: number; maxBytes: number; oldestAgeMs: number; lingerMs: number } | null;
  /**
   * A destination's events since the engine started, by the time from their arrival to its answer
   * (LATENCY_LIMITS_MS); not sent by earlier releases.
   */
  latency?: { counts: readonly number[]; sumMs: number };
};
