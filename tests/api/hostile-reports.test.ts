// Slow: reads by every call what 1,100 starts of an engine reported, on both databases.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CALL_IDS, callDefinition } from '../../src/contract/calls/index.ts';
import { readNotice } from '../../src/engine/remote/notices.ts';
import type { Store } from '../../src/service/store/index.ts';
import { startService, type TestService } from './support/service.ts';
import { type Place, postgres, sqlite } from './support/store-places.ts';
import { buildCallParts, makeWorld, type World } from './support/two-sites.ts';

let place: Place | undefined;
let store: Store | undefined;
let api: TestService | undefined;
afterEach(async () => {
  await api?.stop();
  await store?.close();
  await place?.remove();
}, 180_000);

const LARGEST = Number.MAX_SAFE_INTEGER;

const counters = (value: number, lastEventAt: number) => ({
  eventsIn: value,
  eventsOut: value,
  eventsDropped: value,
  eventsCreated: value,
  eventsMerged: value,
  eventsDeadLetter: value,
  eventsBuffered: value,
  bytesIn: value,
  bytesOut: value,
  bytesDropped: value,
  bytesDeadLetter: value,
  bytesBuffered: value,
  rawBytes: value,
  errors: value,
  objectsWritten: value,
  lastEventAt,
});

/** Reading calls that fail, about the last hour and with empty choices. */
async function listFaults({ call, siteId }: TestService, world: World): Promise<string[]> {
  const minute = Math.floor(Date.now() / 60_000) * 60;
  const faults: string[] = [];
  for (const id of CALL_IDS) {
    const { method, changesNothing } = callDefinition(id);
    const isRun = ['previewPipeline', 'runSampleTests', 'testPattern'].includes(id);
    const parts = buildCallParts(id, world, {});
    if ((method !== 'GET' && !changesNothing) || isRun || !parts) continue;
    const ranged = 'timeRange.startUnixTimeSeconds' in (parts.query ?? {}) && {
      'timeRange.startUnixTimeSeconds': minute - 3600,
      'timeRange.endUnixTimeSeconds': minute + 120,
    };
    const { status, body } = await call(id, { ...parts, query: { ...parts.query, ...ranged } });
    if (status >= 500 || (ranged && status !== 200))
      faults.push(`${id} of ${siteId}: ${status} ${body?.message}`);
  }
  return faults;
}

describe.each([
  ['SQLite', sqlite],
  ['PostgreSQL', postgres],
])('hostile texts and figures on %s', (_name, makePlace) => {
  beforeEach(async () => {
    place = await makePlace();
    store = await place.open();
  }, 120_000);

  test('what a remote engine reports at worst is stored and read [R7]', async () => {
    if (!store) throw new Error('no store');
    const failed: string[] = [];
    api = await startService({ store, logTo: (line) => /"level":50/.test(line) && failed.push(line) });
    const { engine, siteId } = api;
    const { analytics } = api.service.services;
    const world = await makeWorld(api, siteId, 'web');
    const { pipelineId, sourceId, transformId } = world;
    const says = (report: object) => {
      const notice = readNotice({ kind: 'report', report });
      if (notice.kind === 'report') engine.report(notice.report);
    };
    const now = Date.now() + 0.5;
    for (let boot = 0; boot < 1100; boot++)
      says({
        type: 'counters',
        bootId: randomUUID(),
        sequence: 1,
        at: now,
        pipelines: { [pipelineId]: { [sourceId]: counters(LARGEST, now) } },
      });
    const error = {
      pipelineId,
      componentId: transformId,
      nodeId: transformId,
      level: 'ERROR',
      causes: ['a\0b'],
      resolutions: [],
      count: LARGEST,
      lastAt: now,
    };
    for (let number = 1; number <= 3; number++)
      says({
        type: 'errors',
        number,
        errors: [{ ...error, errorName: 'Nul\0', message: '\0 \ud800', exampleEvent: 'a\0b\udc00' }],
      });
    await analytics.flush();
    expect(failed).toEqual([]);
    expect(await listFaults(api, world)).toEqual([]);
    await api.stop();
    api = await startService({ store });
    expect(api.service.services.analytics.totalsOf(pipelineId)[sourceId]?.events_in).toBeGreaterThan(LARGEST);
  }, 60_000);

  test('every text takes a NUL, and none breaks the audit', async () => {
    if (!store) throw new Error('no store');
    api = await startService({ store });
    const { siteId, call } = api;
    const world = await makeWorld(api, siteId, 'web');
    const { pipelineId } = world;
    const nul = 'a\0b';
    const description = nul;
    const statuses = [
      await call('updatePipeline', { body: { pipeline: { id: pipelineId, description } } }),
      await call('updateSource', { body: { source: { id: world.sourceId, description } } }),
      await call('createSample', { body: { sample: { pipelineId, name: 'x', description, events: [nul] } } }),
      await call('createTransforms', {
        body: { transforms: [{ name: 't', description, templateId: 'parse_json', config: {}, pipelineId }] },
      }),
      await call('updateSite', { body: { site: { id: siteId, description } } }),
      await call('createRole', {
        body: {
          role: {
            name: 'r',
            description,
            grants: [{ resourceType: 'PIPELINES', accessTypes: ['READ'], extraGrants: [] }],
            siteIds: [],
          },
        },
      }),
      await call('listDeadLetters', { path: { siteId }, query: { text: nul, componentId: nul } }),
      await call('listAuditRecords', { query: { userNames: [nul], text: nul } }),
    ].map(({ status, body }) => (status < 500 ? status : `${status} ${body.message}`));
    expect(statuses.slice(0, 6)).toEqual(Array(6).fill(200));
    expect(statuses.filter((status) => typeof status === 'string')).toEqual([]);
    expect((await call('verifyAuditRecords')).body).toMatchObject({ isIntact: true });
  });
});
