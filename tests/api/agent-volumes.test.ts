import { readFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CAN, type HandmadeAgent, MANAGED, type ServerMessage } from '../harness/opamp.ts';
import { type FleetService, startFleetService } from './support/fleets.ts';
import { type Counter, encodeMetrics } from './support/otlp-metrics.ts';

const REPORTS = { capabilities: MANAGED | CAN.ownMetrics };
const ENDPOINT = 'http://127.0.0.1:4600/v1/opamp/metrics';

let world: FleetService;
let now = 0;
beforeEach(async () => {
  now = 1_795_000_020_000;
  world = await startFleetService({ clock: () => now });
});
afterEach(() => world.stop());

const readHeader = ({ connectionSettings }: ServerMessage): string => {
  const [header] = connectionSettings?.ownMetrics?.headers?.headers ?? [];
  return header?.key === 'Authorization' ? header.value : '';
};

async function send(authorization: string, body: Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) {
  const headers = { 'content-type': 'application/x-protobuf', authorization, ...more };
  const response = await world.api.service.app.request(ENDPOINT, { method: 'POST', headers, body });
  return response.status;
}

/** Minutes since the Collector began. */
const count = (received: number, sent: number, minutes: number): Counter[] => {
  const times = { start: now - minutes * 60_000, time: now };
  return [
    { name: 'otelcol_receiver_accepted_log_records', value: received, ...times },
    { name: 'otelcol_exporter_sent_log_records', value: sent, ...times },
    { name: 'otelcol_process_uptime', value: 9999, ...times },
  ];
};

async function join(
  number = 1,
): Promise<{ agent: HandmadeAgent; id: string; header: string; fleetId: string; tokenId: string }> {
  const { token, fleetId, tokenId } = await world.makeFleet({ name: `Edge ${number}` });
  const agent = world.join(token, number);
  const header = readHeader(await agent.hello(REPORTS));
  const found = (await world.agents()).find((one: { host: string }) => one.host === `host-${number}`);
  return { agent, id: found.id, header, fleetId, tokenId };
}

const rangeOf = (seconds: number) => ({
  'timeRange.startUnixTimeSeconds': now / 1000 - seconds,
  'timeRange.endUnixTimeSeconds': now / 1000,
});
const readSeries = async (agentId: string, metricType = 'AGENT_EVENTS_COUNT', seconds = 3600) =>
  (
    await world.api.call('getAgentSeries', {
      path: { agentId },
      query: { metricType, ...rangeOf(seconds) },
    })
  ).body;
const readFleetSeries = async (fleetId: string, seconds = 3600) =>
  (await world.api.call('getFleetSeries', { path: { fleetId }, query: rangeOf(seconds) })).body;
const sum = (series: { timeSeriesTuple: { value: number }[] }) =>
  series.timeSeriesTuple.reduce((total, { value }) => total + value, 0);

test('volumes: an agent is told once where to send its metrics [R2.1-45]', async () => {
  const { token } = await world.makeFleet();
  const agent = world.join(token, 1);
  const offered = await agent.hello(REPORTS);
  expect(offered.connectionSettings?.ownMetrics?.destinationEndpoint).toBe(ENDPOINT);
  expect(readHeader(offered)).toMatch(/^Bearer penstock_agent_\d+_[0-9a-f]{64}$/);
  expect((await agent.say(REPORTS)).connectionSettings).toBeUndefined();
  agent.skip();
  expect(readHeader(await agent.say(REPORTS))).toBe(readHeader(offered));
  expect((await world.join(token, 2).hello()).connectionSettings).toBeUndefined();
});

test('volumes: what its components count is a series and a rate [R2.1-45, R3-85]', async () => {
  const { id, header } = await join();
  expect(await readSeries(id)).toMatchObject({
    canReport: true,
    receivedDataSeries: { timeSeriesTuple: [] },
  });
  expect(await send(header, encodeMetrics(count(5000, 5000, 600)))).toBe(200);
  now += 60_000;
  const body = gzipSync(encodeMetrics(count(5600, 5480, 601)));
  expect(await send(header, Uint8Array.from(body), { 'content-encoding': 'gzip' })).toBe(200);
  const series = await readSeries(id);
  expect([sum(series.receivedDataSeries), sum(series.sentDataSeries)]).toEqual([600, 480]);
  expect((await world.agents())[0].throughput).toEqual({
    ...{ receivedPerSecond: 10, sentPerSecond: 8, failedPerSecond: 0 },
  });
  const bytes = await readSeries(id, 'AGENT_EVENTS_BYTES');
  expect(bytes.receivedDataSeries.timeSeriesTuple).toEqual([]);
  now += 240_000;
  expect((await world.agents())[0].throughput).toBeNull();
});

test('volumes: figures outlive the service and the minutes', async () => {
  const { id, header } = await join();
  await send(header, encodeMetrics(count(10, 10, 600)));
  now += 60_000;
  await send(header, encodeMetrics([...count(70, 40, 601)]));
  const { volumes } = world.api.service.services.fleets;
  await volumes.flush();
  expect(sum((await readSeries(id)).receivedDataSeries)).toBe(60);
  now += 30 * 3_600_000;
  await volumes.sweep();
  expect(sum((await readSeries(id, 'AGENT_EVENTS_COUNT', 2 * 86_400)).sentDataSeries)).toBe(30);
  expect(sum((await readSeries(id)).receivedDataSeries)).toBe(0);
});

test('volumes: bytes are shown where a Collector counts them', async () => {
  const { id, header } = await join();
  const counter = (value: number): Counter[] => [
    { name: 'otelcol.receiver.produced.size', value, start: now - 600_000, time: now },
  ];
  await send(header, encodeMetrics(counter(1000)));
  now += 60_000;
  await send(header, encodeMetrics(counter(3000).map((one) => ({ ...one, start: one.start - 60_000 }))));
  const series = await readSeries(id, 'AGENT_EVENTS_BYTES');
  expect(sum(series.receivedDataSeries)).toBe(2000);
  // Nobody counted them, so they are not zero.
  expect(series.sentDataSeries.timeSeriesTuple).toEqual([]);
});

test('volumes: nobody sends for another agent, or with a revoked token', async () => {
  const { id, header, tokenId, agent } = await join();
  const other = await join(2);
  const body = encodeMetrics(count(1, 1, 1));
  const [, signature] = /_([0-9a-f]{64})$/.exec(other.header) ?? [];
  for (const wrong of ['', 'Bearer x', `Bearer penstock_agent_${id}_${signature}`, `${header}0`])
    expect(await send(wrong, body), wrong).toBe(401);
  expect(await send(header, body)).toBe(200);
  await world.api.call('revokeFleetToken', { path: { tokenId } });
  expect(await send(header, body)).toBe(401);
  await agent.say().catch(() => {});
  now += 120_000;
  expect((await world.api.call('deleteAgent', { path: { agentId: other.id } })).status).toBe(200);
  expect(await send(other.header, body)).toBe(401);
});

test('volumes: what is no report is refused and counts nothing', async () => {
  const { id, header } = await join();
  expect(await send(header, new Uint8Array(40).fill(255))).toBe(400);
  expect(await send(header, encodeMetrics([]), { 'content-type': 'application/json' })).toBe(415);
  expect(await send(header, new Uint8Array(1_100_000))).toBe(413);
  const answers: number[] = [];
  for (let n = 0; n < 40; n += 1) answers.push(await send(header, encodeMetrics([])));
  expect(answers.at(-1)).toBe(429);
  expect(sum((await readSeries(id)).receivedDataSeries)).toBe(0);
});

describe('volumes of a fleet', () => {
  const report = async (header: string, received: number, minutes: number) =>
    send(header, encodeMetrics(count(received, received, minutes)));

  test('are those of its agents together, also of agents that moved or are gone [R2.1-39]', async () => {
    const first = await join(1);
    expect(await readFleetSeries(first.fleetId)).toMatchObject({
      canReport: true,
      reportedAt: '0001-01-01T00:00:00Z',
      receivedDataSeries: { timeSeriesTuple: [] },
    });
    const second = world.join(
      (await world.api.call('createFleetToken', { path: { fleetId: first.fleetId }, body: {} })).body.token,
      2,
    );
    const header = readHeader(await second.hello(REPORTS));
    for (const one of [first.header, header]) expect(await report(one, 1000, 600)).toBe(200);
    now += 60_000;
    for (const one of [first.header, header]) expect(await report(one, 1300, 601)).toBe(200);
    const together = await readFleetSeries(first.fleetId);
    expect(together.reportedAt).toBe(new Date(now).toISOString());
    expect([sum(together.receivedDataSeries), sum(together.sentDataSeries)]).toEqual([600, 600]);

    const { fleetId: other } = await world.makeFleet({ name: 'Core' });
    await world.api.call('moveAgents', { body: { agentIds: [first.id], fleetId: other } });
    now += 60_000;
    expect(await report(first.header, 1350, 602)).toBe(200);
    expect(sum((await readFleetSeries(first.fleetId)).receivedDataSeries)).toBe(600);
    expect(sum((await readFleetSeries(other)).receivedDataSeries)).toBe(50);

    now += 120_000;
    await world.api.call('deleteAgent', { path: { agentId: first.id } });
    expect(sum((await readFleetSeries(other)).receivedDataSeries)).toBe(50);
  });

  test('outlive the service and the minutes, and end with the fleet', async () => {
    const { fleetId, header } = await join();
    await report(header, 10, 600);
    now += 60_000;
    await report(header, 70, 601);
    const { volumes } = world.api.service.services.fleets;
    await volumes.flush();
    now += 30 * 3_600_000;
    await volumes.sweep();
    expect(sum((await readFleetSeries(fleetId, 2 * 86_400)).receivedDataSeries)).toBe(60);
    expect((await world.api.call('deleteFleet', { path: { fleetId } })).status).toBe(200);
    const asked = await world.api.call('getFleetSeries', { path: { fleetId }, query: rangeOf(3600) });
    expect(asked.status).toBe(404);
    const { store } = world.api;
    const range = { seconds: 3600, from: 0, to: now / 1000, resolution: 3600 };
    expect(await store.fleetVolumes.read(range, fleetId)).toEqual([]);
  });
});

describe('processor and memory of an agent', () => {
  /** As a Collector reports its own process. */
  const measure = (cpuSeconds: number, memoryBytes: number, startedAt: number): Counter[] => [
    { name: 'otelcol_process_cpu_seconds', value: cpuSeconds, start: startedAt, time: now },
    { name: 'otelcol_process_memory_rss', value: memoryBytes, start: 0, time: now, temporality: 'LEVEL' },
  ];
  const readUsage = async (agentId: string) =>
    (await world.api.call('getAgent', { path: { agentId } })).body.agent.usage;

  test('are those of its last report, the share of a core since the one before', async () => {
    const { id, header } = await join();
    const startedAt = now - 600_000;
    expect(await readUsage(id)).toBeNull();
    expect(await send(header, encodeMetrics(measure(20.5, 80_000_000, startedAt)))).toBe(200);
    const at = (): string => new Date(now).toISOString();
    expect(await readUsage(id)).toEqual({
      ...{ cpuPercent: null, memoryBytes: 80_000_000, at: at(), isCurrent: true },
    });
    now += 60_000;
    expect(await send(header, encodeMetrics(measure(21.25, 84_000_000, startedAt)))).toBe(200);
    expect(await readUsage(id)).toEqual({
      ...{ cpuPercent: 1.25, memoryBytes: 84_000_000, at: at(), isCurrent: true },
    });
  });

  test('of a real Collector are read as it sent them, recorded', async () => {
    // Two reports of a Collector 0.149.0, five seconds apart, as base64.
    const recorded: string[] = JSON.parse(
      readFileSync(joinPath(import.meta.dirname, 'support/collector-metrics.json'), 'utf8'),
    );
    const { id, header } = await join();
    for (const body of recorded)
      expect(await send(header, Uint8Array.from(Buffer.from(body, 'base64')))).toBe(200);
    const { cpuPercent, memoryBytes } = await readUsage(id);
    expect(cpuPercent).toBeCloseTo(17.6, 1);
    expect(memoryBytes).toBe(44_232_704);
  });

  test('of a Collector that restarted begin anew', async () => {
    const { id, header } = await join();
    await send(header, encodeMetrics(measure(20.5, 80_000_000, now - 600_000)));
    now += 60_000;
    const startedAt = now - 30_000;
    await send(header, encodeMetrics(measure(3, 40_000_000, startedAt)));
    expect(await readUsage(id)).toMatchObject({ cpuPercent: null, memoryBytes: 40_000_000 });
    now += 60_000;
    await send(header, encodeMetrics(measure(4.5, 41_000_000, startedAt)));
    expect(await readUsage(id)).toMatchObject({ cpuPercent: 2.5, memoryBytes: 41_000_000 });
  });

  test('keep their time and are not current once two reports are missing', async () => {
    const { agent, id, header } = await join();
    await send(header, encodeMetrics(measure(20.5, 80_000_000, now - 600_000)));
    const at = new Date(now).toISOString();
    now += 120_000;
    await agent.say(REPORTS);
    expect(await readUsage(id)).toMatchObject({ memoryBytes: 80_000_000, at, isCurrent: true });
    now += 1;
    expect(await readUsage(id)).toMatchObject({ memoryBytes: 80_000_000, at, isCurrent: false });
  });

  test('are not current once it is disconnected, and end with it', async () => {
    const { agent, id, header } = await join();
    await send(header, encodeMetrics(measure(20.5, 80_000_000, now - 600_000)));
    expect(await readUsage(id)).toMatchObject({ isCurrent: true });
    await agent.say({ agentDisconnect: {} });
    expect(await readUsage(id)).toMatchObject({ memoryBytes: 80_000_000, isCurrent: false });
    await world.api.call('deleteAgent', { path: { agentId: id } });
    expect(world.api.service.services.fleets.volumes.usage(id)).toBeUndefined();
  });
});
