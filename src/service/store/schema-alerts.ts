export type AlertRuleRow = {
  id: string;
  site_id: string;
  name: string;
  ready_made: string;
  /** JSON. */
  condition: string;
  severity: string;
  /** JSON. */
  channel_ids: string;
  runbook_url: string;
  /** Minutes between repeats; 0: once. */
  repeat_minutes: number;
  message: string;
  enabled: number;
  last_fired_at: number;
  revision: number;
  created_at: number;
  updated_at: number;
};

/** `evaluated_through`: end of the newest evaluated minute in Unix seconds, or 0. */
export type AlertSiteRow = { site_id: string; evaluated_through: number; ready_made_version: number };

/** Open alerts only. */
export type AlertStateRow = {
  rule_id: string;
  target_key: string;
  event_id: string;
  state: string;
  met_minutes: number;
  clear_minutes: number;
  /** Consecutive minutes past the threshold itself, for rules with a warning. */
  severe_minutes: number;
};

/** `target`, `condition` and `timeline` are JSON; 0: no time. */
export type AlertEventRow = {
  id: string;
  site_id: string;
  rule_id: string;
  name: string;
  severity: string;
  state: string;
  target_key: string;
  target: string;
  condition: string;
  runbook_url: string;
  end_reason: string;
  timeline: string;
  acknowledged_by: string;
  has_channel: number;
  started_at: number;
  fired_at: number;
  ended_at: number;
  last_event_at: number;
  acknowledged_at: number;
  told_at: number;
  message: string;
  /** Next repeat while firing; 0: never. */
  repeat_at: number;
  ended_told_at: number;
  /** Silence over it now, or when it ended; or empty. */
  silence_id: string;
  value: number | null;
  peak: number | null;
};

/** A run of equal measured minutes, in Unix seconds, end exclusive. */
export type AlertRunRow = {
  metric: string;
  site_id: string;
  target_key: string;
  from_minute: number;
  to_minute: number;
  value: number;
};

/** `config` is JSON with its secrets sealed. */
export type AlertChannelRow = {
  id: string;
  name: string;
  type: string;
  config: string;
  /** Why the newest attempt failed; empty after a success. */
  problem: string;
  enabled: number;
  last_sent_at: number;
  last_failed_at: number;
  revision: number;
  created_at: number;
  updated_at: number;
};

/**
 * `message` is JSON, made when the alert changed. Unix milliseconds, 0: none; `next_attempt_at` 0: at once,
 * whatever the clock does.
 */
export type AlertDeliveryRow = {
  id: string;
  site_id: string;
  rule_id: string;
  channel_id: string;
  channel_name: string;
  channel_type: string;
  kind: string;
  state: string;
  message: string;
  problem: string;
  advice: string;
  attempts: number;
  created_at: number;
  expires_at: number;
  last_attempt_at: number;
  next_attempt_at: number;
  /** While sending: when another process may take over. */
  leased_until: number;
  sent_at: number;
};

export type AlertDeliveryEventRow = { delivery_id: string; event_id: string };

/** `rule_ids` (none: all) and `scope` are JSON, times Unix milliseconds. */
export type AlertSilenceRow = {
  id: string;
  site_id: string;
  rule_ids: string;
  scope: string;
  reason: string;
  created_by: string;
  ended_by: string;
  starts_at: number;
  ends_at: number;
  created_at: number;
  revision: number;
};
