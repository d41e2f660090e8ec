import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ListPage, prepareListPage, SITE } from '../../../../tests/harness/site-page.tsx';
import type { Report, ReportRun } from '../../../contract/entities/report.ts';
import ReportsPage from './ReportsPage.tsx';
import { describeRun, describeSchedule, getReportLook, getRunLook } from './report-look.ts';
import { reportsCommands, reportsScopes } from './reports.commands.ts';

// The first test imports the whole screen.
vi.setConfig({ testTimeout: 60_000 });
const WITHIN = { timeout: 30_000 };
const NEVER = '0001-01-01T00:00:00Z';
const MADE = '2026-11-23T06:00:00Z';

const run: ReportRun = {
  id: '600000000000000007',
  reportId: '600000000000000001',
  name: 'Weekly',
  content: 'OPTIMIZATION',
  origin: 'SCHEDULE',
  state: 'MADE',
  dueAt: MADE,
  startUnixTimeSeconds: 1,
  endUnixTimeSeconds: 2,
  timeZone: 'UTC',
  format: 'PDF',
  recipients: ['ann@example.com', 'bob@example.com'],
  mailState: 'SENT',
  mailAttempts: 1,
  nextAttemptAt: NEVER,
  sentAt: MADE,
  note: '',
  problem: '',
  advice: '',
  requestedBy: '',
  madeAt: MADE,
};
const report: Report = {
  id: '600000000000000001',
  name: 'Weekly',
  siteId: SITE.id,
  content: 'OPTIMIZATION',
  period: 'WEEK',
  at: '06:00',
  cron: '',
  timeZone: 'Europe/Berlin',
  format: 'PDF',
  recipients: run.recipients,
  channelId: '600000000000000003',
  enabled: true,
  nextRunAt: '2026-11-30T05:00:00Z',
  lastRun: run,
  createdBy: 'Ada',
  revision: 4,
  createdAt: MADE,
  updatedAt: MADE,
};
const document = {
  title: 'Weekly',
  content: 'OPTIMIZATION',
  siteName: 'Local',
  timeZone: 'UTC',
  startUnixTimeSeconds: 0,
  endUnixTimeSeconds: 86_400,
  madeUnixTimeSeconds: 86_400,
  summary: 'Local received 3 GB and delivered 1 GB.',
  notes: ['It was due earlier.'],
  figures: [
    { label: 'Total Input', text: '3 GB', value: 3e9, detail: '2 GB in the time before', tone: 'plain' },
  ],
  chart: null,
  columns: [{ name: 'Pipeline', unit: '', align: 'start', width: 1 }],
  tables: [{ title: 'Pipelines by input', empty: 'There is no pipeline.', rows: [] }],
};

const sent: { method: string; path: string; body: unknown }[] = [];
let listRuns = () => [run];

let page: ListPage;

beforeEach(() => {
  sent.length = 0;
  listRuns = () => [run];
  page = prepareListPage({
    commands: reportsCommands,
    scopes: reportsScopes,
    answer: async (call, { pathname }) => {
      const pagination = { totalCount: 1 };
      if (pathname === '/v1/report/preview')
        return Response.json({ document, nextRunsAt: [report.nextRunAt] });
      if (pathname === '/v1/alert-channels') return Response.json({ alertChannels: [], pagination });
      if (call.method !== 'GET') {
        sent.push({ method: call.method, path: pathname, body: await call.json().catch(() => undefined) });
        return Response.json(call.method === 'PATCH' ? { report } : { id: report.id });
      }
      if (pathname.endsWith('/runs')) return Response.json({ runs: listRuns(), pagination });
      if (pathname.startsWith('/v1/report-run/')) return Response.json({ run, document });
      return Response.json({ reports: [report], pagination });
    },
  });
});
afterEach(() => {
  page.stop();
});

const show = (path: string) => {
  page.show(ReportsPage, path);
};

test('reports are listed with period, recipients and runs [R2.1-35, R2.1-36]', async () => {
  show('/reports');
  const row = (await screen.findByText('Each Monday at 06:00, Europe/Berlin', {}, WITHIN)).closest(
    '[role=row]',
  );
  for (const text of ['Weekly', 'Sent', 'Optimization', 'PDF to ann@example.com and 1 more'])
    expect(row).toHaveTextContent(text);
});

test('one is opened as it was made, with its files and runs', async () => {
  show(`/reports?report=${report.id}`);
  await screen.findByText('Local received 3 GB and delivered 1 GB.', {}, WITHIN);
  expect(screen.getByText('2 GB in the time before')).toBeVisible();
  expect(screen.getByText('It was due earlier.')).toBeVisible();
  for (const name of ['PDF', 'HTML', 'CSV']) expect(screen.getByRole('button', { name })).toBeEnabled();
  const runs = screen.getByRole('region', { name: 'Runs' });
  expect(runs).toHaveTextContent('By schedule, to 2 recipients');
});

test('a run is followed to its end, though the list told of it first', async () => {
  listRuns = () => {
    listRuns = () => [run];
    return [{ ...run, mailState: 'SENDING' }];
  };
  show(`/reports?report=${report.id}`);
  const runs = await screen.findByRole('region', { name: 'Runs' }, WITHIN);
  await vi.waitFor(() => expect(runs).toHaveTextContent('Being sent'));
  await vi.waitFor(() => expect(runs).toHaveTextContent('Sent'), { timeout: 10_000 });
});

test('one is made by keyboard, also with a recipient that was only typed', async () => {
  show('/reports?create=1');
  const user = userEvent.setup({ delay: null });
  const name = await screen.findByRole('textbox', { name: /^Name/ }, WITHIN);
  await user.clear(name);
  await user.type(name, 'Each week');
  await screen.findByText(/Of the time up to now: Local received/, {}, WITHIN);
  await user.type(
    screen.getByRole('textbox', { name: /^Recipients/ }),
    'ann@example.com{Control>}s{/Control}',
  );
  await vi.waitFor(() => expect(sent).toHaveLength(1), WITHIN);
  expect(sent[0]).toMatchObject({
    method: 'POST',
    path: '/v1/report',
    body: { report: { name: 'Each week', siteId: SITE.id, period: 'WEEK', recipients: ['ann@example.com'] } },
  });
});

test('it is edited from its revision, and by cron it sends no time of day', async () => {
  show(`/reports?report=${report.id}&edit=1`);
  const user = userEvent.setup({ delay: null });
  const name = await screen.findByRole('textbox', { name: /^Name/ }, WITHIN);
  expect(name).toHaveValue('Weekly');
  await user.type(name, ' of all{Control>}s{/Control}');
  await vi.waitFor(() => expect(sent).toHaveLength(1), WITHIN);
  expect(sent[0]).toMatchObject({
    method: 'PATCH',
    body: { report: { id: report.id, name: 'Weekly of all', at: '06:00', cron: '' } },
  });
});

test('states and schedules in words', () => {
  expect(getRunLook({ ...run, mailState: 'CANCELED' }).label).toBe('Not sent');
  const waiting = { ...run, mailState: 'WAITING' as const };
  expect(getRunLook(waiting).label).toBe('Being sent');
  expect(getRunLook({ ...waiting, problem: 'The mail server refused' })).toMatchObject({
    label: 'Not sent yet',
    tone: 'warn',
  });
  expect(getRunLook({ ...run, state: 'FAILED' }).label).toBe('Not made');
  expect(getReportLook({ ...report, enabled: false }).label).toBe('Paused');
  expect(getReportLook({ ...report, lastRun: null }).label).toBe('Not made yet');
  expect(describeRun({ ...run, requestedBy: 'Ada', recipients: [] })).toBe('By Ada');
  expect(describeRun({ ...run, origin: 'MADE_UP' })).toBe('Made late, to 2 recipients');
  expect(describeSchedule({ ...report, period: 'CRON', cron: '0 7 * * *' })).toBe(
    'By cron 0 7 * * *, Europe/Berlin',
  );
});
