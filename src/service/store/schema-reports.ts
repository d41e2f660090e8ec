/** `next_at` is in Unix milliseconds, 0 while it is paused. */
export type ReportRow = {
  id: string;
  site_id: string;
  name: string;
  content: string;
  /** Id of the dashboard that it shows, or empty. */
  dashboard: string;
  period: string;
  /** Time of day. */
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

/** `document` is JSON, empty until it is made; the span is in Unix seconds; 0 stands for no time. */
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
  /** While it is made or sent; later, the process that does so is taken for dead. */
  leased_until: number;
  expires_at: number;
  sent_at: number;
  made_at: number;
};
