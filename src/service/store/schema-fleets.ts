/** Unix milliseconds, 0 before the first; ids empty and versions 0 for none. */
export type FleetRow = {
  id: string;
  site_id: string;
  name: string;
  description: string;
  configuration_id: string;
  configuration_version: number;
  /** JSON, or empty. */
  maintenance_window: string;
  revision: number;
  created_at: number;
  updated_at: number;
};

export type FleetTokenRow = {
  id: string;
  fleet_id: string;
  secret_hash: string;
  created_by: string;
  created_at: number;
  expires_at: number;
  revoked_at: number;
  last_used_at: number;
  /** JSON; given to its agents. */
  labels: string;
  uses: number;
  uses_max: number;
};

export type FleetConfigurationRow = {
  id: string;
  site_id: string;
  name: string;
  description: string;
  version: number;
  revision: number;
  created_at: number;
  updated_at: number;
};

/** `content` is sealed. */
export type FleetConfigurationVersionRow = {
  configuration_id: string;
  version: number;
  content: string;
  /** Hash of the content, which agents repeat. */
  hash: string;
  created_by: string;
  created_at: number;
  /** Its origin, or empty and 0. */
  pipeline_id: string;
  graph_version: number;
};

/** `attributes`, `labels`, `health` and `components` are JSON; `effective` is sealed. */
export type FleetAgentRow = {
  id: string;
  site_id: string;
  fleet_id: string;
  instance_uid: string;
  token_id: string;
  /** Fleet of its token, if another one; else empty. */
  token_fleet_id: string;
  transport: string;
  name: string;
  host: string;
  platform: string;
  version: string;
  attributes: string;
  labels: string;
  capabilities: number;
  health: string;
  effective: string;
  components: string;
  components_hash: string;
  config_state: string;
  config_problem: string;
  config_hash: string;
  configuration_id: string;
  configuration_version: number;
  target_hash: string;
  target_at: number;
  /** First offer since it connected, or 0. */
  offered_at: number;
  first_seen_at: number;
  last_seen_at: number;
  /** When it left or disconnected; 0 while connected. */
  gone_at: number;
  /** Newest own credential, and newest used; 0 without one. */
  credential: number;
  credential_used: number;
  /** 1: last used its own credential; 0: a token. */
  uses_own: number;
  credential_at: number;
  /** JSON by name. */
  packages: string;
  /** Service that heard it last; several share a database. */
  service_id: string;
  /** Pending restart request, or 0. */
  restart_at: number;
  /** JSON of its Collector's warnings and errors, or empty. */
  own_log: string;
};

export type FleetAgentEventRow = {
  agent_id: string;
  sequence: number;
  at: number;
  kind: string;
  text: string;
};

/** `steps` is JSON. */
export type FleetRolloutRow = {
  id: string;
  fleet_id: string;
  site_id: string;
  state: string;
  step: number;
  steps: string;
  max_error_percent: number;
  agent_seconds: number;
  ignores_window: number;
  is_paused: number;
  configuration_id: string;
  version: number;
  former_id: string;
  former_version: number;
  reason: string;
  started_by: string;
  started_at: number;
  ended_at: number;
};

export type FleetRolloutAgentRow = {
  rollout_id: string;
  agent_id: string;
  name: string;
  step: number;
  outcome: string;
  problem: string;
  offered_at: number;
  /**
   * 1: unhealthy before, so it does not count against the configuration. 2: unhealthy with it when offered
   * again or restarted; gets time to recover.
   */
  was_ill: number;
};

/** Volume of a bucket; no row without a report. */
export type FleetAgentVolumeRow = {
  agent_id: string;
  /** Width: 60 or 3600. */
  seconds: number;
  bucket: number;
  received: number;
  refused: number;
  sent: number;
  failed: number;
  received_bytes: number;
  sent_bytes: number;
  received_byte_reports: number;
  sent_byte_reports: number;
};

/** The site's fleet, and its configuration for the pipelines. */
export type CollectorSiteRow = { site_id: string; fleet_id: string; configuration_id: string };

export type FleetTables = {
  collector_sites: CollectorSiteRow;
  fleets: FleetRow;
  fleet_tokens: FleetTokenRow;
  fleet_configurations: FleetConfigurationRow;
  fleet_configuration_versions: FleetConfigurationVersionRow;
  fleet_agents: FleetAgentRow;
  fleet_agent_events: FleetAgentEventRow;
  fleet_rollouts: FleetRolloutRow;
  fleet_rollout_agents: FleetRolloutAgentRow;
  fleet_agent_volumes: FleetAgentVolumeRow;
};
