import type { ReportOrigin } from '../../contract/reports/kinds.ts';
import { formatReportMoment } from '../../contract/reports/texts.ts';
import { counted } from '../../contract/values.ts';
import type { IdSource } from '../ids.ts';
import type { Repositories } from '../store/index.ts';
import type { ReportRow, ReportRunRow } from '../store/schema.ts';
import { toSchedule } from './entities.ts';
import { computeNewestDue, computeNextRuns, computeSpan, computeSpanByHand, type Span } from './schedule.ts';

/** The service checks every ten seconds, and may be busy. */
const LATE_MS = 10 * 60_000;

type Begun = { origin: ReportOrigin; dueAt: number; span: Span; note: string; requestedBy: string };

const buildRun = (
  id: string,
  row: ReportRow,
  { origin, dueAt, span, note, requestedBy }: Begun,
): ReportRunRow => ({
  id,
  report_id: row.id,
  site_id: row.site_id,
  name: row.name,
  content: row.content,
  origin,
  state: 'WAITING',
  due_at: dueAt,
  span_start: span.start,
  span_end: span.end,
  time_zone: row.time_zone,
  format: row.format,
  recipients: row.recipients,
  channel_id: row.channel_id,
  document: '',
  note,
  problem: '',
  advice: '',
  requested_by: requestedBy,
  mail_state: 'NONE',
  mail_attempts: 0,
  next_attempt_at: 0,
  leased_until: 0,
  expires_at: 0,
  sent_at: 0,
  made_at: 0,
});

/** Covers the time up to now, whatever the schedule. */
export async function beginByHand(
  tx: Repositories,
  ids: IdSource,
  row: ReportRow,
  requestedBy: string,
  now: number,
): Promise<string> {
  const id = ids('alert');
  const span = computeSpanByHand(toSchedule(row), now);
  await tx.reportRuns.insert(buildRun(id, row, { origin: 'HAND', dueAt: now, span, note: '', requestedBy }));
  return id;
}

const describeLate = (row: ReportRow, due: number, skipped: number): string => {
  const was = `It was due ${formatReportMoment(Math.floor(due / 1000), row.time_zone)}, while the service was not running.`;
  return skipped === 0
    ? was
    : `${was} ${counted(skipped, 'earlier one')} missed too: only the newest is made up for.`;
};

/**
 * Starts a due report once: a second caller, in any process, finds it due later.
 * @returns whether it began
 */
export async function beginDue(
  tx: Repositories,
  ids: IdSource,
  seen: ReportRow,
  now: number,
): Promise<boolean> {
  const row = await tx.reports.find(seen.id);
  if (row?.enabled !== 1 || row.next_at !== seen.next_at || row.next_at > now) return false;
  const schedule = toSchedule(row);
  const { due, skipped } = computeNewestDue(schedule, row.next_at, now);
  const isLate = now - due > LATE_MS || skipped > 0;
  await tx.reportRuns.insert(
    buildRun(ids('alert'), row, {
      origin: isLate ? 'MADE_UP' : 'SCHEDULE',
      dueAt: due,
      span: computeSpan(schedule, due),
      note: isLate ? describeLate(row, due, skipped) : '',
      requestedBy: '',
    }),
  );
  await tx.reports.setNext(row.id, computeNextRuns(schedule, now, 1)[0] ?? 0);
  return true;
}
