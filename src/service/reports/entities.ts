import type { Report, ReportRun } from '../../contract/entities/report.ts';
import type { ReportDocument } from '../../contract/entities/report-document.ts';
import { formatTime } from '../clock.ts';
import type { ReportRunHead } from '../store/reports.ts';
import type { ReportRow } from '../store/schema.ts';
import type { Schedule } from './schedule.ts';

export const toSchedule = (row: ReportRow): Schedule => ({
  period: row.period as Report['period'],
  at: row.due_time,
  cron: row.cron,
  timeZone: row.time_zone,
});

export const parseRecipients = (row: Pick<ReportRow, 'recipients'>): string[] =>
  JSON.parse(row.recipients) as string[];

export const parseDocument = (text: string): ReportDocument | null =>
  text === '' ? null : (JSON.parse(text) as ReportDocument);

export const toRun = (row: ReportRunHead): ReportRun => ({
  id: row.id,
  reportId: row.report_id,
  name: row.name,
  content: row.content as ReportRun['content'],
  origin: row.origin as ReportRun['origin'],
  state: row.state as ReportRun['state'],
  dueAt: formatTime(row.due_at),
  startUnixTimeSeconds: row.span_start,
  endUnixTimeSeconds: row.span_end,
  timeZone: row.time_zone,
  format: row.format as ReportRun['format'],
  recipients: parseRecipients(row),
  mailState: row.mail_state as ReportRun['mailState'],
  mailAttempts: row.mail_attempts,
  nextAttemptAt: formatTime(row.mail_state === 'WAITING' && row.mail_attempts > 0 ? row.next_attempt_at : 0),
  sentAt: formatTime(row.sent_at),
  note: row.note,
  problem: row.problem,
  advice: row.advice,
  requestedBy: row.requested_by,
  madeAt: formatTime(row.made_at),
});

export const toReport = (row: ReportRow, newest: ReportRunHead | undefined): Report => ({
  id: row.id,
  name: row.name,
  siteId: row.site_id,
  content: row.content as Report['content'],
  ...(row.dashboard === '' ? {} : { dashboardId: row.dashboard }),
  ...toSchedule(row),
  format: row.format as Report['format'],
  recipients: parseRecipients(row),
  channelId: row.channel_id,
  enabled: row.enabled === 1,
  nextRunAt: formatTime(row.next_at),
  lastRun: newest ? toRun(newest) : null,
  createdBy: row.created_by,
  revision: row.revision,
  createdAt: formatTime(row.created_at),
  updatedAt: formatTime(row.updated_at),
});
