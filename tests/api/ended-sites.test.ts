import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createSiteFolders } from '../../src/engine/port.ts';
import { createEndedSites } from '../../src/service/sites/ended.ts';
import { eventually } from '../harness/eventually.ts';
import { makeJoinedSite, makeSite } from './support/access.ts';
import { makeDeployedPipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await api?.stop();
  api = undefined;
});

/** A service whose folders report this many waiting events and record removals. */
async function startWithWaiting(events: number) {
  const removed: string[] = [];
  const siteFolders = {
    waitingEvents: async () => events,
    remove: async (siteId: string) => void removed.push(siteId),
  };
  api = await startService({ siteFolders });
  return { api, removed, siteId: await makeSite(api) };
}

describe('deleting a site whose buffers hold events', () => {
  test('is refused with their count and a cure; the page warns', async () => {
    const { api, removed, siteId } = await startWithWaiting(1204);
    expect((await api.call('getSite', { path: { siteId } })).body.site.waitingEvents).toBe(1204);
    const answer = await api.call('deleteSite', { path: { siteId } });
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      409,
      'IN_USE',
      "1,204 events wait in buffers of site 'Second'. Let its destinations take them first (a paused pipeline keeps delivering, an inactive site does not), or delete the site and discard the events (discardEvents=true)",
    ]);
    expect(answer.body.details).toEqual([{ field: 'discardEvents', rule: 'waiting', message: '1204' }]);
    expect(removed).toEqual([]);
  });

  test('after a discard the folder goes, once the engine has ended', async () => {
    const { api, removed, siteId } = await startWithWaiting(1);
    const answer = await api.call('deleteSite', { path: { siteId }, query: { discardEvents: true } });
    expect(answer.status).toBe(200);
    await eventually(async () => expect([removed, await api.store.sites.ended()]).toEqual([[siteId], []]));
  });

  test('memory buffers count too, where the disk holds nothing', async () => {
    const { api } = await startWithWaiting(0);
    await makeSite(api, '400000000000000003');
    const { pipelineId, sinkId } = await makeDeployedPipeline(api, 'web');
    const figures = Object.fromEntries(
      [
        'eventsIn',
        'eventsOut',
        'eventsDropped',
        'eventsCreated',
        'eventsMerged',
        'eventsDeadLetter',
        'bytesIn',
        'bytesOut',
        'bytesDropped',
        'bytesDeadLetter',
        'bytesBuffered',
        'rawBytes',
        'errors',
        'objectsWritten',
        'lastEventAt',
      ].map((name) => [name, 0]),
    );
    const counters = { ...figures, eventsBuffered: 3 };
    const report = {
      type: 'counters',
      bootId: 'b',
      sequence: 1,
      at: Date.now(),
      pipelines: { [pipelineId]: { [sinkId]: counters } },
    };
    api.engine.report(report as never);
    await api.call('runPipelineAction', { body: { pipelineId, action: 'PAUSE', graphVersion: 1 } });
    await api.service.services.lifecycle.settled();
    const answer = await api.call('deleteSite', { path: { siteId: api.siteId } });
    expect(answer.body.message).toContain("3 events wait in buffers of site 'Local'");
  });

  test('an absent remote engine counts as unknown, in other words', async () => {
    const { api } = await startWithWaiting(0);
    await api.call('deleteSite', { path: { siteId: '400000000000000002' } });
    await eventually(async () => expect(await api.store.sites.ended()).toEqual([]));
    const siteId = await makeJoinedSite(api);
    const { pipelineId } = await makeDeployedPipeline(api, 'web');
    await api.store.pipelines.update(pipelineId, { site_id: siteId, status: 'PAUSED' } as never);
    api.service.services.remoteEngines.add(siteId);
    api.service.services.remoteEngines.joined(siteId);
    const answer = await api.call('deleteSite', { path: { siteId } });
    expect(answer.body.message).toContain(
      'is not connected, so it is unknown what is waiting in its buffers',
    );
    expect((await api.call('getSite', { path: { siteId } })).body.site.waitingEvents).toBeNull();
    const gone = await api.call('deleteSite', { path: { siteId }, query: { discardEvents: true } });
    expect(gone.status).toBe(200);
    expect(await api.store.remoteEngines.find(siteId)).toBeUndefined();
  });
});

describe('a service that ends in the middle', () => {
  test('leaves a note, and the next start removes the folder', async () => {
    api = await startService({
      siteFolders: { waitingEvents: async () => 0, remove: () => new Promise(() => {}) },
    });
    const siteId = await makeSite(api);
    await api.call('deleteSite', { path: { siteId } });
    expect(await api.store.sites.ended()).toEqual([siteId]);
    vi.useFakeTimers();
    const removed: string[] = [];
    const folders = { waitingEvents: async () => 0, remove: async (id: string) => void removed.push(id) };
    const { engine, repositories, log } = api.service.services;
    const next = createEndedSites({ store: api.store, repositories, engine, folders, log });
    await next.resume();
    expect(removed).toEqual([]);
    await vi.advanceTimersByTimeAsync(8000);
    vi.useRealTimers();
    await eventually(async () => expect([removed, await api?.store.sites.ended()]).toEqual([[siteId], []]));
  });

  test('a folder that cannot be removed is retried at the start', async () => {
    api = await startService({
      siteFolders: { waitingEvents: async () => 0, remove: () => Promise.reject(new Error('EBUSY')) },
    });
    const siteId = await makeSite(api);
    expect((await api.call('deleteSite', { path: { siteId } })).status).toBe(200);
    expect(await api.store.sites.ended()).toEqual([siteId]);
    expect((await api.call('getSite', { path: { siteId } })).status).toBe(404);
  });

  test('a folder that was never made is no trouble', async () => {
    const data = mkdtempSync(join(tmpdir(), 'penstock-ended-'));
    api = await startService({ siteFolders: createSiteFolders(data) });
    const siteId = await makeSite(api);
    await api.call('deleteSite', { path: { siteId } });
    await eventually(async () => expect(await api?.store.sites.ended()).toEqual([]));
    rmSync(data, { recursive: true });
  });
});
