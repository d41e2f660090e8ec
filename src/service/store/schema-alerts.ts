export type AlertRuleRow = {
  id: string;
  site_id: string;
  name: string;
  /** Which ready-made rule it began as, or empty. */
  ready_made: string;
  /** JSON. */
  condition: string;
  severity: string;
  /** JSON. */
  channel_ids: string;
  runbook_url: string;
  /** Channels are told again each so many minutes; 0: once. */
  repeat_minutes: number;
  /** A template of a person's, or empty. */
  message: string;
  enabled: number;
  last_fired_at: number;
  revision: number;
  created_at: number;
  updated_at: number;
};

/** `evaluated_through` is the end of the newest judged minute in Unix seconds, 0 before the first. */
export type AlertSiteRow = { site_id: string; evaluated_through: number; ready_made_version: number };

/** Only alerts that are open. */
export type AlertStateRow = {
  rule_id: string;
  target_key: string;
  event_id: string;
  state: string;
  met_minutes: number;
  clear_minutes: number;
  /** In a row, in which the threshold of a rule that also warns was passed. */
  severe_minutes: number;
};

/** `target`, `condition` and `timeline` are JSON; 0 stands for no time. */
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
  /** When channels were told of it, 0 before. */
  told_at: number;
  /** The template of its rule when it began. */
  message: string;
  /** When they are told of it again while it fires; 0: never. */
  repeat_at: number;
  /** When they were told of its end. */
  ended_told_at: number;
  /** The silence that covers it, or covered it when it ended; empty without one. */
  silence_id: string;
  value: number | null;
  peak: number | null;
};

/** A measured value that stayed the same from one minute to another, in Unix seconds, end exclusive. */
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
  /** Why the newest try failed; empty once one succeeds. */
  problem: string;
  enabled: number;
  last_sent_at: number;
  last_failed_at: number;
  revision: number;
  created_at: number;
  updated_at: number;
};

/**
 * `message` is JSON, made when the alert changed. Times in Unix milliseconds, 0 for none; `next_attempt_at` 0 is at
 * once, whatever the clock does.
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
  /** While it is being sent: when another process may take it over. */
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
