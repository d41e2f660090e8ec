export type CounterColumns = {
  events_in: number;
  events_out: number;
  events_dropped: number;
  events_created: number;
  events_merged: number;
  events_dead_letter: number;
  bytes_in: number;
  bytes_out: number;
  bytes_dropped: number;
  bytes_dead_letter: number;
  /** Sums to the backlog, since rows hold its changes. */
  events_waiting: number;
  bytes_waiting: number;
  raw_bytes: number;
  errors: number;
  /** Complete files or objects of a destination. */
  objects_written: number;
};

export type CounterBucketRow = CounterColumns & {
  /** Bucket width: 10, 60, 3600, 21600 or 86400. */
  seconds: number;
  bucket: number;
  pipeline_id: string;
  component_id: string;
  /** Instance that counted; 0 if unknown. */
  pod?: number | undefined;
};

/** Engines and single pipelines' processes by name. */
export type PodRow = { number: number; name: string };

export type CounterTotalRow = CounterColumns & {
  pipeline_id: string;
  component_id: string;
  last_event_at: number;
  /** Instance that counted last and holds the backlog. */
  pod?: number | undefined;
};

/** Position of a boot: the engine's counts at `seen_at`. */
export type CounterSeenRow = CounterColumns & {
  boot_id: string;
  pipeline_id: string;
  component_id: string;
  sequence: number;
  seen_at: number;
};
