/** A hydration job: a pipeline of the type HYDRATION without a graph of its own. */
export type HydrationRow = {
  id: string;
  name: string;
  site_id: string;
  source_id: string;
  sink_id: string;
  /** Empty when events go straight. */
  pipeline_id: string;
  graph_version: number;
  /** Unix seconds. */
  start_time: number;
  end_time: number;
  query: string;
  /** 0: none. */
  event_limit: number;
  events_per_second: number;
  /** 0: the window is read as one. */
  chunk_minutes: number;
  /** JSON of the archive's folders when the job was made. */
  folders: string;
  status: string;
  is_paused: number;
  attempt: number;
  /** What the engine said last. */
  events: number;
  bytes: number;
  /** 0 to 1. */
  share: number;
  /** Microseconds. */
  position: number;
  files_read: number;
  files_total: number;
  chunks_done: number;
  chunks_total: number;
  resumed_count: number;
  /** JSON of the events that kills took from memory, by component. */
  cut_off: string;
  /** JSON of the files that could not be read whole. */
  unread: string;
  unread_count: number;
  /** JSON of what it did, the oldest first; only the newest steps are kept. */
  log: string;
  /** Error text as of pipelines, or empty. */
  problem: string;
  created_by: string;
  created_at: number;
  started_at: number;
  ended_at: number;
  revision: number;
  updated_at: number;
};
