/** A pipeline of type HYDRATION without a graph of its own. */
export type HydrationRow = {
  id: string;
  name: string;
  site_id: string;
  source_id: string;
  sink_id: string;
  /** Empty for none. */
  pipeline_id: string;
  graph_version: number;
  /** Unix seconds. */
  start_time: number;
  end_time: number;
  query: string;
  event_limit: number;
  events_per_second: number;
  /** 0: the whole window. */
  chunk_minutes: number;
  /** JSON of the archive's folders at creation. */
  folders: string;
  status: string;
  is_paused: number;
  attempt: number;
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
  /** JSON of events lost from memory by kills, by component. */
  cut_off: string;
  /** JSON of files not fully read. */
  unread: string;
  unread_count: number;
  /** JSON, oldest first; only the newest steps are kept. */
  log: string;
  /** JSON error text, or empty. */
  problem: string;
  created_by: string;
  created_at: number;
  started_at: number;
  ended_at: number;
  revision: number;
  updated_at: number;
};
