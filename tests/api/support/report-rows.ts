import type { ReportRow, ReportRunRow } from '../../../src/service/store/schema.ts';
import type { TestService } from './service.ts';

let made = 0;

export const createReportBody = (siteId: string) => ({
  report: { name: `Report ${++made}`, siteId, period: 'WEEK', recipients: [] },
});

/** One that is due never. */
export async function insertReport(
  api: TestService,
  siteId = api.siteId,
  more: Partial<ReportRow> = {},
): Promise<string> {
  const { ids, clock } = api.service.services;
  const [id, now] = [ids('alert'), clock()];
  await api.store.reports.insert({
    id,
    site_id: siteId,
    name: `Report ${++made}`,
    content: 'OPTIMIZATION',
    dashboard: '',
    period: 'WEEK',
    due_time: '06:00',
    cron: '',
    time_zone: 'UTC',
    format: 'CSV',
    recipients: '[]',
    channel_id: '',
    enabled: 0,
    next_at: 0,
    created_by: 'Ada',
    revision: 1,
    created_at: now,
    updated_at: now,
    ...more,
  });
  return id;
}

/** As it was made a moment ago; `summary` is a text of it. */
export async function insertReportRun(
  api: TestService,
  reportId: string,
  siteId = api.siteId,
  { summary = 'Nothing', ...more }: Partial<ReportRunRow> & { summary?: string } = {},
): Promise<string> {
  const { ids, clock } = api.service.services;
  const [id, now] = [ids('alert'), clock()];
  const end = Math.floor(now / 1000);
  const document = {
    title: 'Report',
    content: 'OPTIMIZATION',
    siteName: 'Local',
    timeZone: 'UTC',
    startUnixTimeSeconds: end - 3600,
    endUnixTimeSeconds: end,
    madeUnixTimeSeconds: end,
    summary,
    notes: [],
    figures: [],
    chart: null,
    columns: [],
    tables: [],
  };
  await api.store.reportRuns.insert({
    id,
    report_id: reportId,
    site_id: siteId,
    name: 'Report',
    content: 'OPTIMIZATION',
    origin: 'HAND',
    state: 'MADE',
    due_at: now,
    span_start: end - 3600,
    span_end: end,
    time_zone: 'UTC',
    format: 'CSV',
    recipients: '[]',
    channel_id: '',
    document: JSON.stringify(document),
    note: '',
    problem: '',
    advice: '',
    requested_by: 'Ada',
    mail_state: 'NONE',
    mail_attempts: 0,
    next_attempt_at: 0,
    leased_until: 0,
    expires_at: 0,
    sent_at: 0,
    made_at: now,
    ...more,
  });
  return id;
}
