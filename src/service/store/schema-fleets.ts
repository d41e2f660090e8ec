/** Times are Unix milliseconds, 0 before the first; ids empty and versions 0 while there is none. */
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
  /** JSON; agents that enroll with it get them. */
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
  /** Of the content, as agents repeat it. */
  hash: string;
  created_by: string;
  created_at: number;
  /** From which it was made, or empty and 0. */
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
  /** Whose token it speaks with when that is not of its own fleet; else empty. */
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
  /** What it says about the configuration that it was offered last. */
  config_state: string;
  config_problem: string;
  config_hash: string;
  configuration_id: string;
  configuration_version: number;
  /** Of what it is to run, or empty. */
  target_hash: string;
  /** Since when it is to run that. */
  target_at: number;
  /** When it was offered that first since it is there, or 0. */
  offered_at: number;
  first_seen_at: number;
  last_seen_at: number;
  /** When it said that it leaves, or its connection ended; 0 while it is there. */
  gone_at: number;
  /** Number of its newest own credential, and of the newest that it has used; 0 without one. */
  credential: number;
  credential_used: number;
  /** 1 when it spoke last by its own credential, 0 by an enrollment token. */
  uses_own: number;
  /** When the newest was made. */
  credential_at: number;
  /** JSON by name. */
  packages: string;
  /** Of the service that heard it last; several share one database. */
  service_id: string;
  /** When somebody asked for a restart that it was not told of yet, or 0. */
  restart_at: number;
  /** Warnings and errors that its Collector logged, as JSON; empty before the first. */
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
   * 1: it was not healthy before, so that this does not count against the configuration. 2: it was not healthy with
   * it when it was offered it again or restarted, and has its time to become so.
   */
  was_ill: number;
};

/** What an agent processed in a bucket; there is no row without a report. */
export type FleetAgentVolumeRow = {
  agent_id: string;
  /** Width: 60 or 3600. */
  seconds: number;
  /** Unix seconds. */
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

/** Its fleet runs the pipelines of the site, by versions of its configuration. */
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
