// Slow: dashboards are asked in the process of queries, and PDF is made in a thread that loads its library.
import { describe, expect, test } from 'vitest';
import { SHIPPED_DASHBOARDS } from '../../src/contract/dashboards/shipped.ts';
import type { ReportDocument } from '../../src/contract/entities/report-document.ts';
import type { Grant, Principal } from '../../src/service/auth/permissions.ts';
import { makeSite } from './support/access.ts';
import { setUpAlertedService } from './support/alerts.ts';
import { DASHBOARD, insertDashboard } from './support/dashboards.ts';
import { insertReport, insertReportRun } from './support/report-rows.ts';
import { insertSavedQuery } from './support/saved-queries.ts';
import { startService } from './support/service.ts';

const alerted = setUpAlertedService();
const { pass } = alerted;

const createReport = (more: object) =>
  alerted.api.call('createReport', {
    body: {
      report: {
        name: 'Shown',
        siteId: alerted.api.siteId,
        content: 'DASHBOARD',
        period: 'DAY',
        recipients: [],
        ...more,
      },
    },
  });
const createDashboard = async (more: object = {}): Promise<string> => {
  const dashboard = { ...DASHBOARD, siteId: alerted.api.siteId, ...more };
  return (await alerted.api.call('createDashboard', { body: { dashboard } })).body.id;
};
const make = async (reportId: string): Promise<{ id: string; document: ReportDocument }> => {
  const { api } = alerted;
  const { id } = (await api.call('runReport', { path: { reportId }, body: {} })).body;
  await api.service.services.reports.turn();
  const { run, document } = (await api.call('getReportRun', { path: { reportRunId: id } })).body;
  expect([run.state, run.problem]).toEqual(['MADE', '']);
  return { id, document };
};
const download = async (reportRunId: string, format: string): Promise<string> => {
  const answer = await alerted.api.call('downloadReportRun', { path: { reportRunId }, query: { format } });
  expect(answer.status).toBe(200);
  return answer.body;
};

describe('a report of a dashboard', () => {
  test('says what the screen of the dashboard says, of the same time [R2.1-35]', async () => {
    await pass(8, { events: 1234, dropped: 567 });
    await alerted.api.service.services.analytics.flush();
    const { body } = await createReport({ dashboardId: 'costs' });
    const { id, document } = await make(body.id);
    const costs = SHIPPED_DASHBOARDS.find((one) => one.id === 'costs');
    const timeRange = {
      startUnixTimeSeconds: document.startUnixTimeSeconds,
      endUnixTimeSeconds: document.endUnixTimeSeconds,
    };
    const answers = [];
    for (const { sql } of costs?.panels ?? []) {
      const parameters = sql.includes('$price') ? { price: 1 } : {};
      const asked = { siteId: alerted.api.siteId, query: sql, timeRange, limit: 1000, parameters };
      answers.push((await alerted.api.call('runQuery', { body: asked })).body);
    }
    const [figures, ...panels] = answers;
    expect(figures.rows[0][0]).toBeGreaterThan(0);
    expect(document.figures.map(({ label, value }) => [label, value])).toEqual(
      figures.columns.map(({ name }: { name: string }, at: number) => [name, figures.rows[0][at]]),
    );
    expect(document.panels?.map(({ title }) => title)).toEqual(
      costs?.panels.slice(1).map(({ title }) => title),
    );
    for (const [at, panel] of (document.panels ?? []).entries())
      expect(panel.rows.map((row) => row.map(({ value }) => value))).toEqual(panels[at].rows);
    const drawn = document.panels?.find(({ title }) => title === 'Delivered KB per second, by pipeline');
    expect(drawn?.chart?.series).toEqual([
      expect.objectContaining({ name: 'web', points: expect.arrayContaining([expect.anything()]) }),
    ]);
    expect(document.notes).toContain('With Price per GB 1.');
    const csv = await download(id, 'CSV');
    expect(csv).toContain(`Sources by volume,1,source,web source`);
    expect(csv).toContain(`Total,1,MB taken in,${figures.rows[0][0]}`);
    const html = await download(id, 'HTML');
    for (const { title } of costs?.panels ?? []) expect(html).toContain(title);
    expect(await download(id, 'PDF')).toMatch(/^%PDF/);
  });

  test('a preview says the same without storing it', async () => {
    const { api } = alerted;
    const dashboardId = await createDashboard();
    const report = { siteId: api.siteId, content: 'DASHBOARD', dashboardId, period: 'DAY', timeZone: 'UTC' };
    const { document } = (await api.call('previewReport', { body: { report } })).body;
    expect(document).toMatchObject({
      summary: 'Overview of Local: 1 panel.',
      figures: [{ label: 'n', text: '1', value: 1, detail: 'One' }],
      panels: [],
    });
  });

  test('bars stand beside their amounts, unless one is below zero [R2.1-35]', async () => {
    const more = { chart: 'BAR', width: 6, height: 4 };
    const list = (rows: string) => `select * from (values ${rows}) as t(name, size, n)`;
    const dashboardId = await createDashboard({
      panels: [
        { title: 'Bars', sql: list("('web', 'large', 4), ('app', 'small', 1), ('none', '', 0)"), ...more },
        { title: 'Below', sql: list("('web', 'large', -4)"), ...more },
      ],
    });
    const { body } = await createReport({ dashboardId });
    const { id, document } = await make(body.id);
    const [bars, below] = document.panels ?? [];
    expect(bars?.columns.map(({ name, hasBars }) => [name, hasBars])).toEqual([
      ['name', undefined],
      ['size', undefined],
      ['n', true],
    ]);
    expect(below?.columns.some(({ hasBars }) => hasBars)).toBe(false);
    expect(below?.note).toBe('It is shown as a table. The bars of a report have no values below zero.');
    const html = await download(id, 'HTML');
    expect([...html.matchAll(/width="(\d+)%" style="border/g)].map(([, width]) => width)).toEqual([
      '100',
      '25',
    ]);
    expect(await download(id, 'PDF')).toMatch(/^%PDF/);
  });

  test('a panel that fails says why, and the others are there', async () => {
    const queryId = await insertSavedQuery(alerted.api, alerted.api.siteId, {
      name: 'Gone',
      sql: 'select 2',
    });
    const more = { chart: 'TABLE', width: 6, height: 4 };
    const dashboardId = await createDashboard({
      panels: [
        { title: 'Wrong', sql: 'select nothing from nowhere', ...more },
        { title: 'Deleted', queryId, ...more },
        { title: 'No line', sql: "select 'a' as name, 2 as n", ...more, chart: 'LINE' },
        { title: 'Empty', sql: 'select 1 as n where false', ...more },
        { title: 'Right', sql: "select '=1+1' as name, 2 as n", ...more },
      ],
    });
    await alerted.api.call('deleteQuery', { path: { queryId } });
    const { id, document } = await make((await createReport({ dashboardId })).body.id);
    expect(document.summary).toBe('Overview of Local: 5 panels, 2 of them without an answer.');
    const notes = document.panels?.map(({ title, note, rows }) => [title, note, rows.length]);
    expect(notes).toEqual([
      ['Wrong', expect.stringMatching(/^Its query gave no answer: .*nowhere/), 0],
      ['Deleted', 'Its saved query was deleted.', 0],
      ['No line', expect.stringMatching(/^It is shown as a table\. A line needs a column of times/), 1],
      ['Empty', 'No row of this time range matches the query.', 0],
      ['Right', '', 1],
    ]);
    // A spreadsheet would run it as a formula.
    expect(await download(id, 'CSV')).toContain("Right,1,name,'=1+1");
    const html = await download(id, 'HTML');
    expect(html).toContain('Its saved query was deleted.');
    expect(await download(id, 'PDF')).toMatch(/^%PDF/);
  });

  test('a dashboard that was deleted is said, and another can be chosen', async () => {
    const { api } = alerted;
    const dashboardId = await createDashboard();
    const { id } = (await createReport({ dashboardId })).body;
    await api.call('deleteDashboard', { path: { dashboardId } });
    const { document } = await make(id);
    expect(document.summary).toBe('The dashboard of this report was deleted: choose another for it.');
    const change = (report: object) => api.call('updateReport', { body: { report: { id, ...report } } });
    expect((await change({ name: 'Renamed' })).status).toBe(200);
    const other = await change({ dashboardId: 'drops' });
    expect(other.body.report).toMatchObject({ name: 'Renamed', dashboardId: 'drops' });
    const plain = await change({ content: 'COST' });
    expect(plain.body.report).not.toHaveProperty('dashboardId');
  });

  test('one without a dashboard, or of another site, is refused', async () => {
    const { api } = alerted;
    const far = await insertDashboard(api, await makeSite(api));
    for (const [dashboardId, message] of [
      [undefined, 'is required'],
      ['', 'is required'],
      ['no such one', 'must be a dashboard of the site'],
      [far, 'must be a dashboard of the site'],
    ]) {
      const { status, body } = await createReport({ dashboardId });
      expect([status, body.details?.[0]?.field]).toEqual([400, 'report.dashboardId']);
      expect(body.details[0].message).toContain(message);
    }
  });
});

test('a report of a dashboard is for those who may query [R2.1-36]', async () => {
  const grant = (resource: Grant['resource'], extra: Grant['extra'] = []): Grant => ({
    resource,
    types: ['READ', 'WRITE'],
    extra,
  });
  const user = { id: '500000000000000009', name: 'Mara', email: '', picture: '', userType: 'SSO' as const };
  const few = [grant('PIPELINES'), grant('SITES'), grant('SOURCES')];
  let grants: Grant[] = few;
  const api = await startService({
    authenticate: async (): Promise<Principal> => ({ user: { ...user, roles: [] }, grants }),
  });
  const { siteId } = api;
  const reportId = await insertReport(api, siteId, { content: 'DASHBOARD', dashboard: 'costs' });
  const reportRunId = await insertReportRun(api, reportId, siteId, { content: 'DASHBOARD' });
  const draft = { siteId, content: 'DASHBOARD', dashboardId: 'costs', period: 'DAY', timeZone: 'UTC' };
  const { timeZone: _zone, ...whole } = { ...draft, name: 'Mine', recipients: [] };
  const statuses = async () => [
    (await api.call('previewReport', { body: { report: draft } })).status,
    (await api.call('createReport', { body: { report: whole } })).status,
    (await api.call('updateReport', { body: { report: { id: reportId, name: 'Other' } } })).status,
    (await api.call('runReport', { path: { reportId }, body: {} })).status,
    (await api.call('getReportRun', { path: { reportRunId } })).status,
    (await api.call('downloadReportRun', { path: { reportRunId }, query: { format: 'CSV' } })).status,
  ];
  expect(await statuses()).toEqual(Array(6).fill(403));
  grants = [grant('PIPELINES', ['LIVE_CAPTURE']), grant('SITES'), grant('SOURCES')];
  expect(await statuses()).toEqual(Array(6).fill(200));
  await api.stop();
});
