/** Latency histogram by the limits of `LATENCY_LIMITS_MS`. */
export const LATENCY_COLUMNS = [
  'latency_0',
  'latency_1',
  'latency_2',
  'latency_3',
  'latency_4',
  'latency_5',
  'latency_6',
  'latency_7',
  'latency_8',
  'latency_9',
  'latency_10',
  'latency_11',
  'latency_12',
  'latency_13',
  'latency_14',
  'latency_15',
  'latency_16',
  'latency_17',
  'latency_18',
] as const;

type Time = {
  /** Width: 10, 60 or 3600. */
  seconds: number;
  bucket: number;
};

export type DeliveryFigures = Record<(typeof LATENCY_COLUMNS)[number], number> & {
  /** Highest, 0 to 1. */
  buffer_share: number;
  /** Highest, in milliseconds. */
  lag_ms: number;
};

export type DeliveryBucketRow = DeliveryFigures & Time & { pipeline_id: string; component_id: string };

export type EngineFigures = {
  cpu_ms: number;
  /** Milliseconds over which CPU time was measured. */
  span_ms: number;
  /** Highest, in bytes. */
  memory_bytes: number;
};

export type EngineBucketRow = EngineFigures & Time & { site_id: string; worker: number };
