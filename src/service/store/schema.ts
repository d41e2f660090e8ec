/**
 * Rows as stored, the same in SQLite and PostgreSQL. Times are Unix milliseconds, JSON is text, flags
 * are 0 or 1, figures are doubles (exact up to 2^53).
 */
export type SiteRow = {
  id: string;
  name: string;
  description: string;
  status: string;
  vendor: string;
  revision: number;
  created_at: number;
  updated_at: number;
};

export type UserRow = {
  id: string;
  issuer: string;
  subject: string;
  name: string;
  email: string;
  picture: string;
  user_type: string;
  roles: string;
  created_at: number;
};

export type PreferencesRow = {
  user_id: string;
  character_keys: number;
  key_bindings: string;
  macros: string;
  revision: number;
  updated_at: number;
};

export type NodeRow = {
  id: string;
  node_type: string;
  name: string;
  description: string;
  site_id: string;
  template_id: string;
  status: string;
  usage_type: string;
  /** JSON; secrets are sealed inside. */
  config: string;
  last_alive_at: number;
  revision: number;
  created_at: number;
  updated_at: number;
};

export type TransformRow = {
  id: string;
  lineage_id: string;
  pipeline_id: string;
  name: string;
  description: string;
  template_id: string;
  config: string;
  created_at: number;
};

export type PipelineRow = {
  id: string;
  name: string;
  description: string;
  site_id: string;
  pipeline_type: string;
  status: string;
  pending_action: string;
  previous_status: string;
  deployed_graph_version: number;
  latest_graph_version: number;
  pending_graph_version: number;
  last_error: string;
  revision: number;
  created_at: number;
  updated_at: number;
};

export type GraphVersionRow = {
  pipeline_id: string;
  version: number;
  name: string;
  edges: string;
  meta_info: string;
  changes: string;
  created_at: number;
  created_by: string;
  deployed_at: number;
};

export type GraphNodeRow = { pipeline_id: string; version: number; node_id: string; node_type: string };

export type CounterColumns = {
  events_in: number;
  events_out: number;
  events_dropped: number;
  events_created: number;
  events_merged: number;
  events_dead_letter: number;
  bytes_in: number;
  bytes_out: number;
  raw_bytes: number;
  errors: number;
};

export type CounterBucketRow = CounterColumns & {
  /** Width of the bucket: 10 or 60. */
  seconds: number;
  /** Unix seconds of its beginning. */
  bucket: number;
  pipeline_id: string;
  component_id: string;
};

export type CounterTotalRow = CounterColumns & {
  pipeline_id: string;
  component_id: string;
  last_event_at: number;
};

export type ErrorGroupRow = {
  id: string;
  pipeline_id: string;
  component_id: string;
  node_id: string;
  error_name: string;
  level: string;
  description: string;
  count: number;
  first_at: number;
  last_at: number;
  example_event: string;
};

export type ErrorBucketRow = { group_id: string; bucket: number; count: number };

export type IdempotencyRow = {
  user_id: string;
  call_id: string;
  key: string;
  request_hash: string;
  status: number;
  body: string;
  created_at: number;
};

export type Database = {
  sites: SiteRow;
  users: UserRow;
  preferences: PreferencesRow;
  nodes: NodeRow;
  transforms: TransformRow;
  pipelines: PipelineRow;
  graph_versions: GraphVersionRow;
  graph_nodes: GraphNodeRow;
  counter_buckets: CounterBucketRow;
  counter_totals: CounterTotalRow;
  error_groups: ErrorGroupRow;
  error_buckets: ErrorBucketRow;
  idempotency: IdempotencyRow;
};
