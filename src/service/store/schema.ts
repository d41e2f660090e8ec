/**
 * Rows in SQLite and PostgreSQL. Times are Unix milliseconds, JSON is text, flags are 0 or 1, figures are
 * doubles (exact up to 2^53).
 */
import type {
  ApiKeyRow,
  AssistantEndpointRow,
  AssistantUsageRow,
  ConversationRow,
  OrganizationFeatureRow,
  OwnKeyRow,
  RoleRow,
  SessionRow,
  SsoSettingsRow,
  UserRow,
} from './schema-access.ts';
import type {
  AlertChannelRow,
  AlertDeliveryEventRow,
  AlertDeliveryRow,
  AlertEventRow,
  AlertRuleRow,
  AlertRunRow,
  AlertSilenceRow,
  AlertSiteRow,
  AlertStateRow,
} from './schema-alerts.ts';
import type {
  ChangesetDraftRow,
  ChangesetPipelineRow,
  ChangesetRow,
  GitFollowRow,
} from './schema-changesets.ts';
import type { CounterBucketRow, CounterSeenRow, CounterTotalRow, PodRow } from './schema-counters.ts';
import type { FleetTables } from './schema-fleets.ts';
import type { HydrationRow } from './schema-hydrations.ts';
import type { DeliveryBucketRow, EngineBucketRow } from './schema-measurements.ts';
import type { DashboardRow, SavedQueryRow } from './schema-queries.ts';
import type { ReportRow, ReportRunRow } from './schema-reports.ts';

export type * from './schema-access.ts';
export type * from './schema-alerts.ts';
export type * from './schema-changesets.ts';
export type * from './schema-counters.ts';
export type * from './schema-fleets.ts';
export type * from './schema-hydrations.ts';
export type * from './schema-queries.ts';
export type * from './schema-reports.ts';

export type SiteRow = {
  id: string;
  name: string;
  description: string;
  status: string;
  vendor: string;
  /** `embedded` or `remote`; never changes. */
  engine: string;
  managed_by_git: number;
  /** JSON of the repository with a sealed SSH key, or `{}`. */
  git: string;
  revision: number;
  created_at: number;
  updated_at: number;
};

/** A deleted site whose folder still exists. */
type EndedSiteRow = { site_id: string };

/** Only hashes of token and credential, or empty. */
export type RemoteEngineRow = {
  site_id: string;
  token_hash: string;
  token_expires_at: number;
  token_used_at: number;
  credential_hash: string;
  joined_at: number;
  last_seen_at: number;
  host: string;
  platform: string;
  version: string;
  /** Number of its last stored errors. */
  errors_stored: number;
};

export type SavingPriceRow = {
  site_id: string;
  is_set: number;
  price_per_gigabyte: number;
  currency: string;
  revision: number;
  updated_at: number;
};

export type PreferencesRow = {
  user_id: string;
  character_keys: number;
  key_bindings: string;
  macros: string;
  tour_seen: number;
  /** JSON list. */
  log_views: string;
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
  /** JSON with sealed secrets. */
  config: string;
  last_alive_at: number;
  /** Archive of a source: id of its metrics, destination, and start. */
  archive_id: string;
  archive_sink_id: string;
  archive_since: number;
  revision: number;
  created_at: number;
  updated_at: number;
};

/** Metrics are stored by its id. */
export type EndedArchiveRow = {
  archive_id: string;
  source_id: string;
  sink_id: string;
  since: number;
  ended_at: number;
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

/** Latest only; `phases` is JSON of `{phase, at}`. */
export type DeploymentRow = {
  pipeline_id: string;
  graph_version: number;
  former_graph_version: number;
  is_forced: number;
  requested_by: string;
  requested_at: number;
  phases: string;
  outcome: string;
  ended_at: number;
  reason: string;
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

export type SampleRow = {
  id: string;
  site_id: string;
  pipeline_id: string;
  name: string;
  description: string;
  /** JSON: a list of texts. */
  events: string;
  event_count: number;
  start_component_id: string;
  /** JSON, or empty. */
  expected: string;
  pinned: number;
  created_at: number;
  created_by: string;
  updated_at: number;
  revision: number;
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
  /** 0 for nobody. */
  acknowledged_at: number;
  acknowledged_by: string;
};

type ErrorBucketRow = { group_id: string; bucket: number; count: number };

export type IdempotencyRow = {
  user_id: string;
  call_id: string;
  key: string;
  request_hash: string;
  status: number;
  body: string;
  created_at: number;
};

/** Column names are part of the signature: never rename them. */
export type AuditRow = {
  sequence: number;
  at: number;
  site_id: string;
  user_id: string;
  user_name: string;
  /** Empty without an API key. */
  key_id: string;
  key_name: string;
  source: string;
  call_id: string;
  action: string;
  result: string;
  reason: string;
  entity: string;
  entity_id: string;
  entity_name: string;
  /** JSON, secrets masked. */
  changes: string;
  previous_hash: string;
  hash: string;
};

export type AssetRow = {
  id: string;
  name: string;
  asset_type: string;
  /** JSON; empty means all sites. */
  site_ids: string;
  /** Stored content; secrets are sealed. */
  size_bytes: number;
  sha256: string;
  summary: string;
  revision: number;
  created_at: number;
  updated_at: number;
  updated_by: string;
};

export type NotificationRow = {
  id: string;
  site_id: string;
  /** Unique among active notifications. */
  key: string;
  category: string;
  sub_category: string;
  state: string;
  severity: string;
  message: string;
  reason: string;
  pipeline_id: string;
  node_id: string;
  graph_version: number;
  count: number;
  created_at: number;
  last_at: number;
  resolved_at: number;
};

type NotificationReadRow = { notification_id: string; user_id: string; read_at: number };

/** All ended ones; `deployments` holds the latest. */
export type EndedDeploymentRow = Omit<DeploymentRow, 'phases'>;

export type Database = FleetTables & {
  assets: AssetRow;
  sites: SiteRow;
  remote_engines: RemoteEngineRow;
  git_follows: GitFollowRow;
  ended_sites: EndedSiteRow;
  saving_prices: SavingPriceRow;
  users: UserRow;
  roles: RoleRow;
  api_keys: ApiKeyRow;
  sessions: SessionRow;
  sso_settings: SsoSettingsRow;
  own_keys: OwnKeyRow;
  assistant_endpoint: AssistantEndpointRow;
  assistant_usage: AssistantUsageRow;
  assistant_conversations: ConversationRow;
  preferences: PreferencesRow;
  nodes: NodeRow;
  transforms: TransformRow;
  pipelines: PipelineRow;
  deployments: DeploymentRow;
  graph_versions: GraphVersionRow;
  graph_nodes: GraphNodeRow;
  samples: SampleRow;
  counter_buckets: CounterBucketRow;
  pods: PodRow;
  delivery_buckets: DeliveryBucketRow;
  engine_buckets: EngineBucketRow;
  organization_features: OrganizationFeatureRow;
  counter_totals: CounterTotalRow;
  counter_seen: CounterSeenRow;
  error_groups: ErrorGroupRow;
  error_buckets: ErrorBucketRow;
  idempotency: IdempotencyRow;
  audit_records: AuditRow;
  notifications: NotificationRow;
  notification_reads: NotificationReadRow;
  ended_deployments: EndedDeploymentRow;
  ended_archives: EndedArchiveRow;
  hydrations: HydrationRow;
  alert_rules: AlertRuleRow;
  alert_sites: AlertSiteRow;
  alert_states: AlertStateRow;
  alert_events: AlertEventRow;
  alert_runs: AlertRunRow;
  alert_channels: AlertChannelRow;
  alert_deliveries: AlertDeliveryRow;
  alert_delivery_events: AlertDeliveryEventRow;
  alert_silences: AlertSilenceRow;
  saved_queries: SavedQueryRow;
  dashboards: DashboardRow;
  reports: ReportRow;
  report_runs: ReportRunRow;
  changesets: ChangesetRow;
  changeset_pipelines: ChangesetPipelineRow;
  changeset_drafts: ChangesetDraftRow;
};
