import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTempFolder } from '../harness/temp-folder.ts';
import { buildArchivalBody, makeFileSink } from './support/archives.ts';
import { makeConnections } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

const HOUR = '20261121T205959000Z';
const START = Date.UTC(2026, 10, 21, 20) / 1000;
let api: TestService;
let sourceId: string;

beforeEach(async () => {
  api = await startService();
  ({ sourceId } = await makeConnections(api));
  const root = makeTempFolder();
  const sinkId = await makeFileSink(api, undefined, { path: join(root, 'any.ndjson') });
  expect((await api.call('enableArchival', buildArchivalBody(api, sourceId, sinkId))).status).toBe(200);
  const folder = join(root, `source=${sourceId}-web/year=2026/month=11/day=21/hour=20`);
  mkdirSync(folder, { recursive: true });
  const events = [
    '"message":"GET /a, \\"quoted\\""',
    '"event":{"status":500,"big":12345678901234567890,"path":"=1+2"}',
    '"event":{"status":-5,"user":{"name":"Zoë\\nB"}}',
  ];
  const lines = events.map(
    (event, at) =>
      `{"received":"2026-11-21T20:00:0${at}.000000Z","source":"web","sourceId":"${sourceId}",${event}}\n`,
  );
  writeFileSync(
    join(folder, `${HOUR}-000001-0123456789abcdef.ndjson`),
    `${lines.join('')}{"received":"2026-11`,
  );
});
afterEach(() => api.stop());

const start = async (format: string, more: object = {}) => {
  const timeRange = { startUnixTimeSeconds: START, endUnixTimeSeconds: START + 3600 };
  const body = { siteId: api.siteId, query: '', timeRange, format, ...more };
  return api.call('startLogExport', { body });
};
async function exportAs(format: string, more?: object) {
  const begun = await start(format, more);
  const path = { siteId: api.siteId, exportId: begun.body.export.id };
  const file = await api.call('downloadLogExport', { path });
  return { file, state: (await api.call('getLogExport', { path })).body.export, path };
}

test('NDJSON: events as they were received, and what could not be read [R2.1-20]', async () => {
  const { file, state, path } = await exportAs('NDJSON');
  expect(file.status).toBe(200);
  expect(file.headers.get('content-disposition')).toBe('attachment');
  const lines = String(file.body).trimEnd().split('\n');
  expect(lines[1]).toBe(
    `{"received":"2026-11-21T20:00:01.000000Z","source":"web","sourceId":"${sourceId}","event":{"status":500,"big":12345678901234567890,"path":"=1+2"}}`,
  );
  expect(JSON.parse(lines[2]!)).toEqual({
    received: '2026-11-21T20:00:00.000000Z',
    source: 'web',
    sourceId,
    message: 'GET /a, "quoted"',
  });
  expect(state).toMatchObject({ state: 'DONE', eventCount: '3', isCut: false, unreadCount: 1 });
  expect(state.unread[0].reason).toBe('Its last line is cut short');
  expect((await api.call('downloadLogExport', { path })).status).toBe(409);
});

test('JSON: one list, also an empty one [R2.1-20]', async () => {
  const { file } = await exportAs('JSON');
  const list = typeof file.body === 'string' ? JSON.parse(file.body) : file.body;
  expect(list.map(({ message, event }: { message?: string; event?: object }) => message ?? event)).toEqual([
    { status: -5, user: { name: 'Zoë\nB' } },
    expect.objectContaining({ status: 500, path: '=1+2' }),
    'GET /a, "quoted"',
  ]);
  const none = await exportAs('JSON', { query: 'absent' });
  expect(typeof none.file.body === 'string' ? JSON.parse(none.file.body) : none.file.body).toEqual([]);
});

test('CSV: chosen fields between source and event, formulas as texts [R2.1-20]', async () => {
  const { file } = await exportAs('CSV', { columns: ['status', 'path', 'user.name', '@sourceId'] });
  expect(String(file.body).split('\r\n')).toEqual([
    "Time,Source,status,path,user.name,'@sourceId,Event",
    `2026-11-21T20:00:02.000000Z,web,-5,,"Zoë\nB",${sourceId},"{""status"":-5,""user"":{""name"":""Zoë\\nB""}}"`,
    `2026-11-21T20:00:01.000000Z,web,500,'=1+2,,${sourceId},"{""status"":500,""big"":12345678901234567890,""path"":""=1+2""}"`,
    `2026-11-21T20:00:00.000000Z,web,,,,${sourceId},"GET /a, ""quoted"""`,
    '',
  ]);
});

test('an export is refused for a query with a fault, audited each time, and canceled', async () => {
  const refused = await start('JSON', { query: 'a:[2 TO 1]' });
  expect(refused.status).toBe(400);
  const first = (await start('JSON', { query: '500' })).body.export;
  await start('CSV', { query: '500' });
  const { auditRecords: records } = (
    await api.call('listAuditRecords', { query: { calls: 'startLogExport' } })
  ).body;
  expect(records).toHaveLength(2);
  const path = { siteId: api.siteId, exportId: first.id };
  expect((await api.call('cancelLogExport', { path })).body.export.state).toBe('CANCELED');
  expect((await api.call('downloadLogExport', { path })).status).toBe(409);
  const unknown = { siteId: api.siteId, exportId: '00000000-0000-4000-8000-000000000000' };
  for (const call of ['getLogExport', 'cancelLogExport', 'downloadLogExport'] as const)
    expect((await api.call(call, { path: unknown })).status).toBe(404);
});
