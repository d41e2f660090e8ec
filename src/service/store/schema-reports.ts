/** `next_at` in Unix milliseconds, 0 while paused. */
export type ReportRow = {
  id: string;
  site_id: string;
  name: string;
  content: string;
  dashboard: string;
  period: string;
  due_time: string;
  cron: string;
  time_zone: string;
  format: string;
  /** JSON. */
  recipients: string;
  channel_id: string;
  enabled: number;
  next_at: number;
  created_by: string;
  revision: number;
  created_at: number;
  updated_at: number;
};

/** `document` is JSON or empty; the span is in Unix seconds; 0: no time. */
export type ReportRunRow = {
  id: string;
  report_id: string;
  site_id: string;
  name: string;
  content: string;
  origin: string;
  state: string;
  due_at: number;
  span_start: number;
  span_end: number;
  time_zone: string;
  format: string;
  recipients: string;
  channel_id: string;
  document: string;
  note: string;
  problem: string;
  advice: string;
  requested_by: string;
  mail_state: string;
  mail_attempts: number;
  next_attempt_at: number;
  /** While being made or sent; later, its process counts as dead. */
  leased_until: number;
  expires_at: number;
  sent_at: number;
  made_at: number;
};
