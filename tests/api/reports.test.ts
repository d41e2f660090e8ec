// Slow: PDF is made in a thread that loads its library.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ReportRun } from '../../src/contract/entities/report.ts';
import type { ReportDocument } from '../../src/contract/entities/report-document.ts';
import { formatBytes, formatFigure, formatPercent } from '../../src/contract/figures.ts';
import { sumTotals } from '../../src/contract/totals.ts';
import { startMailServer } from './support/alert-receivers.ts';
import { setUpAlertedService } from './support/alerts.ts';
import { startService } from './support/service.ts';

const DAY_MS = 24 * 3600_000;
const alerted = setUpAlertedService();
const { bell, pass, restart } = alerted;
let mail: Awaited<ReturnType<typeof startMailServer>>;
beforeEach(async () => {
  mail = await startMailServer();
});
afterEach(() => mail.stop());

const turn = () => alerted.api.service.services.reports.turn();
const createChannel = async (port = mail.port): Promise<string> => {
  const config = {
    to: ['ops@example.com'],
    from: 'penstock@example.com',
    host: '127.0.0.1',
    port,
    security: 'none',
  };
  const alertChannel = { name: 'mail', type: 'EMAIL', config };
  return (await alerted.api.call('createAlertChannel', { body: { alertChannel } })).body.id;
};
const callCreate = (more: object = {}) =>
  alerted.api.call('createReport', {
    body: { report: { name: 'Saved', siteId: alerted.api.siteId, period: 'DAY', recipients: [], ...more } },
  });
const create = async (more: object = {}): Promise<string> => {
  const { status, body } = await callCreate(more);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.id;
};
const runs = async (reportId: string): Promise<ReportRun[]> =>
  (await alerted.api.call('listReportRuns', { path: { reportId } })).body.runs;
const open = async (reportRunId: string): Promise<{ run: ReportRun; document: ReportDocument }> =>
  (await alerted.api.call('getReportRun', { path: { reportRunId } })).body;
const states = async (reportId: string) =>
  (await runs(reportId)).map((run) => `${run.origin} ${run.state} ${run.mailState}`);
const runNow = async (reportId: string): Promise<string> => {
  const { body } = await alerted.api.call('runReport', { path: { reportId }, body: {} });
  await turn();
  return body.id;
};
const makeNow = async (more: object = {}) => open(await runNow(await create(more)));
const toRange = ({ startUnixTimeSeconds, endUnixTimeSeconds }: ReportDocument) => ({
  'timeRange.startUnixTimeSeconds': startUnixTimeSeconds,
  'timeRange.endUnixTimeSeconds': endUnixTimeSeconds,
});
const figureOf = ({ figures }: ReportDocument, label: string) => figures.find((one) => one.label === label);

describe('what a report says', () => {
  test('its figures are those of the screens, of the same time [R2.1-35]', async () => {
    const { api, web } = alerted;
    await pass(8, { events: 1234, dropped: 567, errors: 2 });
    await api.call('setSavingPrice', {
      path: { siteId: api.siteId },
      body: { savingPrice: { pricePerGigabyte: 2000, currency: 'EUR' } },
    });
    const { document } = await makeNow();
    const path = { siteId: api.siteId };
    const query = toRange(document);
    const { pipelineSummaries } = (await api.call('getPipelineSummaries', { query: { ...path, ...query } }))
      .body;
    const totals = sumTotals(Object.values(pipelineSummaries));
    expect(totals.totalInputDataBytes).toBeGreaterThan(0);
    expect(figureOf(document, 'Total Input')).toMatchObject({
      value: totals.totalInputDataBytes,
      text: formatFigure(formatBytes(totals.totalInputDataBytes)),
    });
    expect(figureOf(document, 'Total Output')?.value).toBe(totals.totalOutputDataBytes);
    expect(figureOf(document, 'Optimization')).toMatchObject({
      value: totals.percentDataOptimized,
      text: formatFigure(formatPercent(totals.percentDataOptimized)),
    });
    expect(figureOf(document, 'Estimated saving')?.value).toBe((totals.optimizedDataBytes / 1e9) * 2000);
    const { body: series } = await api.call('getSiteSeries', { path, query });
    expect(document.chart?.series[0]?.points).toEqual(series.inputDataSeries.timeSeriesTuple);
    expect(document.chart?.series[1]?.points).toEqual(series.outputDataSeries.timeSeriesTuple);
    const summary = pipelineSummaries[web.pipelineId];
    expect(document.tables[0]?.rows[0]?.map(({ value }) => value).slice(1, 5)).toEqual([
      Number(summary.totalInputDataBytes),
      Number(summary.totalOutputDataBytes),
      summary.optimizedDataBytes,
      summary.percentDataOptimized,
    ]);
  });

  test('what costs most: destinations, pipelines and sources by volume', async () => {
    const { api } = alerted;
    await pass(3, { events: 1000, dropped: 250 });
    const { document } = await makeNow({ content: 'COST' });
    const path = { siteId: api.siteId };
    const { components } = (
      await api.call('getSiteComponentsDataProcessed', { path, query: toRange(document) })
    ).body;
    const sink = components.find(({ nodeType }: { nodeType: string }) => nodeType === 'SINK');
    expect(document.tables.map(({ title }) => title)).toEqual([
      'Destinations by output',
      'Pipelines by output',
      'Sources by input',
    ]);
    expect(document.tables[0]?.rows[0]?.map(({ value }) => value)).toEqual([
      sink.name,
      null,
      Number(sink.dataProcessed.totalOutputDataBytes),
      100,
    ]);
    expect(document.notes).toEqual([
      'No price per GB is set on the dashboard of the site, so amounts of money are left out.',
    ]);
  });

  test('errors and alerts of the time, with their counts', async () => {
    const { api } = alerted;
    await pass(3, { isFailing: true });
    const { document } = await makeNow({ content: 'ERRORS' });
    const { errorDetails } = (
      await api.call('listSiteErrors', { path: { siteId: api.siteId }, query: toRange(document) })
    ).body;
    expect(errorDetails).toHaveLength(1);
    expect(figureOf(document, 'Not acknowledged')?.value).toBe(Number(errorDetails[0].count));
    expect(document.tables[0]?.rows[0]?.[0]?.text).toBe('Refused');
    const alerts = (await makeNow({ name: 'Alerts', content: 'ALERTS' })).document;
    const { events } = (
      await api.call('listAlertEvents', { query: { siteIds: api.siteId, ...toRange(alerts) } })
    ).body;
    const fired = events.filter(({ firedAt }: { firedAt: string }) => !firedAt.startsWith('0001'));
    expect(figureOf(alerts, 'Fired')?.value).toBe(fired.length);
  });

  test('nothing counted is said, and no figure is made up', async () => {
    const { document } = await makeNow();
    expect(document.summary).toContain('received no data in this time');
    expect(figureOf(document, 'Optimization')).toMatchObject({ text: '—', value: null });
  });
});

describe('when it is made', () => {
  test('a day is over: made once, of that day, and mailed [R2.1-36]', async () => {
    const channelId = await createChannel();
    const id = await create({ at: '07:00', timeZone: 'UTC', recipients: ['ann@example.com'], channelId });
    await pass(2, { events: 5000, dropped: 1000 });
    await turn();
    expect(await states(id)).toEqual([]);
    alerted.now = Date.parse('2027-01-16T07:00:05Z');
    await turn();
    await turn();
    expect(await states(id)).toEqual(['SCHEDULE MADE SENT']);
    const [run] = await runs(id);
    expect([run?.startUnixTimeSeconds, run?.endUnixTimeSeconds]).toEqual([
      Date.parse('2027-01-15T00:00:00Z') / 1000,
      Date.parse('2027-01-16T00:00:00Z') / 1000,
    ]);
  });

  test('two services on one store: made and mailed once', async () => {
    const channelId = await createChannel();
    const id = await create({ at: '09:00', recipients: ['ann@example.com'], channelId });
    alerted.now = Date.parse('2027-01-15T09:00:01Z');
    const other = await startService({ store: alerted.api.store, clock: () => alerted.now });
    await Promise.all([turn(), other.service.services.reports.turn()]);
    await Promise.all([turn(), other.service.services.reports.turn()]);
    expect(await states(id)).toEqual(['SCHEDULE MADE SENT']);
    expect(mail.mails.map(({ to }) => to)).toEqual([['ann@example.com']]);
    await other.stop();
  });

  test('due while the service was down: made up for once, and said', async () => {
    const id = await create({ at: '09:00' });
    await restart(3 * DAY_MS);
    await turn();
    expect(await states(id)).toEqual(['MADE_UP MADE NONE']);
    const [run] = await runs(id);
    const { document } = await open(run?.id ?? '');
    expect(document.notes[0]).toBe(
      'It was due 17 Jan 2027 09:00, while the service was not running. 2 earlier ones missed too: only the newest is made up for.',
    );
    const { reports } = (await alerted.api.call('listReports', { query: { siteIds: alerted.api.siteId } }))
      .body;
    expect(reports[0].nextRunAt).toBe('2027-01-18T09:00:00.000Z');
  });

  test('a process that dies while making leaves nothing undone', async () => {
    const id = await create();
    const { body } = await alerted.api.call('runReport', { path: { reportId: id }, body: {} });
    await turn();
    const later = alerted.now + 1000;
    await alerted.api.store.reportRuns.update(body.id, {
      state: 'MAKING',
      document: '',
      leased_until: later,
    });
    await turn();
    expect(await states(id)).toEqual(['HAND MAKING NONE']);
    alerted.now += 2000;
    await turn();
    expect(await states(id)).toEqual(['HAND MADE NONE']);
  });

  test('paused, nothing is due; a changed time counts from now', async () => {
    const id = await create({ at: '09:00' });
    const change = (report: object) =>
      alerted.api.call('updateReport', { body: { report: { id, ...report } } });
    await change({ enabled: false });
    alerted.now += DAY_MS;
    await turn();
    expect(await runs(id)).toEqual([]);
    const { body } = await change({
      enabled: true,
      period: 'CRON',
      cron: '0 12 * * 1-5',
      timeZone: 'Europe/Berlin',
    });
    expect(body.report.nextRunAt).toBe('2027-01-18T11:00:00.000Z');
  });
});

describe('mail', () => {
  const prepare = async (more: object = {}) =>
    create({ recipients: ['ann@example.com', 'bob@example.com'], channelId: await createChannel(), ...more });

  test('PDF is attached, with a title that says what and of when', async () => {
    await runNow(await prepare({ name: 'Saved on «Łódź»' }));
    const [one] = mail.mails;
    expect(one?.to).toEqual(['ann@example.com', 'bob@example.com']);
    expect(one?.text).toContain('Content-Type: application/pdf');
    expect(one?.text).toContain('filename*');
    const encoded = /application\/pdf[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(one?.text ?? '')?.[1] ?? '';
    expect(Buffer.from(encoded, 'base64').toString('latin1').slice(0, 8)).toBe('%PDF-1.7');
  });

  test('HTML is the mail itself, beside plain text', async () => {
    await runNow(await prepare({ name: '<b>Bold</b>', format: 'HTML' }));
    const text = mail.mails[0]?.text.replaceAll('=\r\n', '') ?? '';
    expect(text).toContain('multipart/alternative');
    expect(text).toContain('&lt;b&gt;Bold&lt;/b&gt;');
    expect(text).not.toContain('attachment');
  });

  test('a server that is away: tried again, told once, sent with the same id', async () => {
    const { port } = mail;
    const id = await prepare({ format: 'CSV', period: 'MONTH' });
    await mail.stop();
    await runNow(id);
    expect(await states(id)).toEqual(['HAND MADE WAITING']);
    const [waiting] = await runs(id);
    expect(waiting?.problem).toContain(`127.0.0.1:${port}`);
    alerted.now += DAY_MS;
    await turn();
    expect(await states(id)).toEqual(['HAND MADE FAILED']);
    expect(await bell()).toEqual(["The report 'Saved' was not sent ACTIVE"]);
    mail = await startMailServer();
    const channels = (await alerted.api.call('listAlertChannels')).body.alertChannels;
    await alerted.api.call('updateAlertChannel', {
      body: { alertChannel: { id: channels[0].id, config: { ...channels[0].config, port: mail.port } } },
    });
    await runNow(id);
    expect((await states(id))[0]).toBe('HAND MADE SENT');
    expect(await bell()).toEqual(["The report 'Saved' was not sent RESOLVED"]);
  });

  test('its channel is not deleted while a report is sent by it', async () => {
    const channelId = await createChannel();
    await create({ recipients: ['ann@example.com'], channelId });
    const { status, body } = await alerted.api.call('deleteAlertChannel', {
      path: { alertChannelId: channelId },
    });
    expect([status, body.message]).toEqual([
      409,
      "The channel 'mail' sends the reports 'Saved'; choose another for them first",
    ]);
  });
});

describe('files', () => {
  const download = async (reportRunId: string, format: string) =>
    alerted.api.service.app.request(
      `http://127.0.0.1:4600/v1/report-run/${reportRunId}/file?format=${format}`,
    );

  test('any format of any run, with a name of its own', async () => {
    await pass(2, { events: 1000, dropped: 250 });
    const { run, document } = await makeNow({ name: '=1+1' });
    const csv = await download(run.id, 'CSV');
    expect(csv.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''1-1-15-Jan-2027.csv");
    const [head, first] = (await csv.text()).split('\r\n');
    expect(head).toBe(
      'from,to,table,Pipeline,Data Input (bytes),Data Output (bytes),Saved (bytes),Optimization (percent),Errors',
    );
    const [, input] = document.tables[0]?.rows[0] ?? [];
    expect(first).toContain(`,Pipelines by input,`);
    expect(first).toContain(`,${input?.value},`);
    const html = await download(run.id, 'HTML');
    expect(html.headers.get('content-disposition')).toContain('attachment');
    expect(await html.text()).toContain('<title>=1+1</title>');
    const pdf = await download(run.id, 'PDF');
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    const bytes = Buffer.from(await pdf.arrayBuffer()).toString('latin1');
    expect(bytes.slice(0, 8)).toBe('%PDF-1.7');
    expect(bytes).toContain('/Marked true');
  });

  test('a run that is not made has none', async () => {
    const id = await create();
    const { body } = await alerted.api.call('runReport', { path: { reportId: id }, body: {} });
    await turn();
    await alerted.api.store.reportRuns.update(body.id, { state: 'FAILED', document: '' });
    const { status, body: answer } = await alerted.api.call('downloadReportRun', {
      path: { reportRunId: body.id },
    });
    expect([status, answer.message]).toEqual([409, 'This run made nothing yet, so there is no file of it']);
  });
});

test('bad input gets one clear error each, and nothing is stored [R2.1-36]', async () => {
  const channelId = await createChannel();
  const many = Array.from({ length: 10_000 }, (_, index) => `a${index}@example.com`);
  const refusals: [object, string, string][] = [
    [{ period: 'CRON', cron: '0 0 30 2 *' }, 'report.cron', 'never comes'],
    [{ period: 'CRON', cron: '*/5 * * * *' }, 'report.cron', 'must leave an hour between'],
    [{ period: 'CRON', cron: 'soon' }, 'report.cron', 'must be a cron expression of five fields'],
    [{ period: 'CRON' }, 'report.cron', 'is required'],
    [{ timeZone: 'Mars/Base' }, 'report.timeZone', 'must be the name of a time zone'],
    [{ at: '25:00' }, 'report.at', 'must be a time of day'],
    [{ recipients: many, channelId }, 'report.recipients', 'at most 50 recipients'],
    [{ recipients: ['nobody'], channelId }, 'report.recipients.0', 'must be an e-mail address'],
    [
      { recipients: ['a@x\r\nRCPT TO:<evil@x>'], channelId },
      'report.recipients.0',
      'must be an e-mail address',
    ],
    [{ recipients: ['a@x.org', 'A@x.org'], channelId }, 'report.recipients.1', 'stands there twice'],
    [
      { recipients: ['a@x.org'], channelId: '600000000000000000' },
      'report.channelId',
      'must be an e-mail channel',
    ],
    [{ name: ' ' }, 'report.name', 'Name is required'],
  ];
  for (const [more, field, message] of refusals) {
    const { status, body } = await callCreate(more);
    expect([more, status, body.details?.map((one: { field: string }) => one.field)]).toEqual([
      more,
      400,
      [field],
    ]);
    expect(body.details[0].message).toContain(message);
  }
  const { body } = await alerted.api.call('listReports', { query: { siteIds: alerted.api.siteId } });
  expect(body.reports).toEqual([]);
});

test('one name once; a preview stores nothing and says when it is due', async () => {
  await create();
  expect((await callCreate({ name: 'saved' })).body.message).toContain(
    'Another report of the site has this name',
  );
  const report = { siteId: alerted.api.siteId, content: 'COST', period: 'MONTH', timeZone: 'Europe/Berlin' };
  const { body } = await alerted.api.call('previewReport', { body: { report } });
  expect(body.document.title).toBe('New report');
  expect(body.nextRunsAt).toEqual([
    '2027-02-01T05:00:00.000Z',
    '2027-03-01T05:00:00.000Z',
    '2027-04-01T04:00:00.000Z',
  ]);
});
