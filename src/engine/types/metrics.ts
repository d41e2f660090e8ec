import type { NodeType } from '../../contract/enums.ts';

/**
 * Totals of one component in one pipeline since the engine started. Always in + created + carried = out +
 * dropped + merged + deadLetter + buffered. Bytes are payload for sources, events for transforms, and
 * serialized, uncompressed, without delimiters for sinks.
 */
export type Counters = {
  eventsIn: number;
  eventsOut: number;
  eventsDropped: number;
  eventsCreated: number;
  eventsMerged: number;
  eventsDeadLetter: number;
  eventsBuffered: number;
  /** Already buffered when the engine started; not sent by earlier releases. */
  eventsCarried?: number;
  bytesIn: number;
  bytesOut: number;
  /** Bytes of `eventsDropped`, as large as when dropped. */
  bytesDropped: number;
  bytesDeadLetter: number;
  bytesBuffered: number;
  rawBytes: number;
  errors: number;
  /** Complete files or objects; 0 for a sink that appends. */
  objectsWritten: number;
  /** Unix milliseconds; 0 before the first event. */
  lastEventAt: number;
};

export type Gauges = {
  nodeId: string;
  nodeType: NodeType;
  /**
   * Milliseconds a transform processed, a destination wrote (as a share of its concurrency) or a source was
   * blocked by full buffers.
   */
  busyMs: number;
  retries: number;
  /** A destination's queue in this pipeline with in-flight writes. */
  buffer: { bytes: number; maxBytes: number; oldestAgeMs: number; lingerMs: number } | null;
  /**
   * Events by time from arrival to the destination's answer (LATENCY_LIMITS_MS); not sent by earlier
   * releases.
   */
  latency?: { counts: readonly number[]; sumMs: number };
};
