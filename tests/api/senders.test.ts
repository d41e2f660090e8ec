import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Senders } from '../../src/engine/port.ts';
import { makeConnections } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
let now = Date.parse('2026-11-21T12:00:00Z');
beforeEach(async () => {
  api = await startService({ clock: () => now });
});
afterEach(() => api.stop());

const fetchSenders = async (id: string) => (await api.call('listSourceSenders', { path: { id } })).body;
const reportSenders = (senders: Record<string, Senders>) =>
  api.engine.report({ type: 'counters', bootId: 'a', sequence: 1, at: now, pipelines: {}, senders });

test('senders are shown as the engine counts them, no longer [R2.1-12]', async () => {
  const { sourceId } = await makeConnections(api);
  expect(await fetchSenders(sourceId)).toEqual({ senders: [], count: 0 });
  const sender = { address: '10.0.0.1', since: now - 60_000, lastEventAt: 0, events: 7, connections: 2 };
  reportSenders({ [sourceId]: { count: 1200, listed: [sender] } });
  expect(await fetchSenders(sourceId)).toEqual({
    count: 1200,
    senders: [
      {
        address: '10.0.0.1',
        since: '2026-11-21T11:59:00.000Z',
        lastEvent: '0001-01-01T00:00:00Z',
        events: '7',
        connections: 2,
      },
    ],
  });
  now += 11_000;
  expect((await fetchSenders(sourceId)).senders).toEqual([]);
  reportSenders({});
  expect((await fetchSenders(sourceId)).senders).toEqual([]);
});

test('what is no source has no senders', async () => {
  const { sinkId } = await makeConnections(api);
  expect((await api.call('listSourceSenders', { path: { id: sinkId } })).status).toBe(404);
});
