import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../../src/service/store/index.ts';
import { openMemoryStore } from '../harness/memory-store.ts';
import { CAN, MANAGED, type ServerMessage } from '../harness/opamp.ts';
import { type FleetService, startFleetService } from './support/fleets.ts';
import { encodeLogs, WARN } from './support/otlp-logs.ts';
import { encodeMetrics } from './support/otlp-metrics.ts';

const REPORTS = { capabilities: MANAGED | CAN.ownLogs | CAN.ownMetrics };
const AGENTS = 130;
const IN_LINE = 100;

let world: FleetService;
let store: Store;
/** Each look at an agent waits for it. */
let released: Promise<void>;
beforeEach(async () => {
  released = Promise.resolve();
  store = await openMemoryStore();
  const { find } = store.fleetAgents;
  store.fleetAgents.find = async (id) => {
    await released;
    return find(id);
  };
  world = await startFleetService({ store });
});
afterEach(() => world.stop());

const hold = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  released = promise;
  return resolve;
};
const readHeader = ({ connectionSettings }: ServerMessage): string =>
  connectionSettings?.ownLogs?.headers?.headers[0]?.value ?? '';

async function joinMany(token: string, count: number) {
  const agents = [];
  for (let number = 1; number <= count; number += 1) {
    const agent = world.join(token, number);
    agents.push({ agent, header: readHeader(await agent.hello(REPORTS)) });
  }
  return agents;
}

const BODIES = {
  logs: encodeLogs([{ severity: WARN, body: 'Exporting failed' }]),
  metrics: encodeMetrics([]),
};
async function send(authorization: string, what: keyof typeof BODIES) {
  const response = await world.api.service.app.request(`http://127.0.0.1:4600/v1/opamp/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-protobuf', authorization },
    body: BODIES[what],
  });
  return { status: response.status, seconds: Number(response.headers.get('retry-after')) };
}

describe.each(['logs', 'metrics'] as const)('many agents send their own %s', (what) => {
  test('few are read at a time, the others come again spread over time [R2.1-45]', async () => {
    const { token } = await world.makeFleet();
    const agents = await joinMany(token, AGENTS);
    const release = hold();
    const sent = agents.map(({ header }) => send(header, what));
    const refused = await Promise.all(sent.slice(IN_LINE));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    expect(refused.every(({ seconds }) => seconds >= 1 && seconds <= 2)).toBe(true);
    release();
    const taken = await Promise.all(sent.slice(0, IN_LINE));
    expect(new Set(taken.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await send(agents.at(-1)?.header ?? '', what)).status).toBe(200);
  });

  test('an agent whose Collector may end is read all the same', async () => {
    const { token } = await world.makeFleet();
    const agents = await joinMany(token, IN_LINE + 1);
    const ending = await world.makeFleet({ name: 'Branches' });
    const agent = world.join(ending.token, AGENTS + 1);
    const header = readHeader(await agent.hello(REPORTS));
    await world.roll(ending.fleetId, { configurationId: await world.makeConfiguration() });
    await world.turn();
    expect((await agent.say(REPORTS)).remoteConfig).toBeDefined();

    const release = hold();
    const sent = agents.map(({ header: of }) => send(of, what));
    expect((await sent.at(-1))?.status).toBe(503);
    const last = send(header, what);
    // Nor is one that this service has not heard, as after its restart.
    world.api.service.services.fleets.presence.forget((await store.fleetAgents.list({}))[0]?.id ?? '');
    const unheard = send(agents[0]?.header ?? '', what);
    release();
    expect([(await last).status, (await unheard).status]).toEqual([200, 200]);
    await Promise.all(sent);
  });
});

test('an agent that was told to restart is read for half a minute', async () => {
  const { token } = await world.makeFleet();
  const agents = await joinMany(token, IN_LINE + 1);
  const can = { capabilities: REPORTS.capabilities | CAN.restart };
  const agent = world.join(token, AGENTS + 1);
  const header = readHeader(await agent.hello(can));
  const { id: agentId } = await world.agent(`host-${AGENTS + 1}`);
  expect((await world.api.call('restartAgent', { path: { agentId } })).status).toBe(200);
  expect((await agent.say(can)).command).toMatchObject({ type: 0 });

  const release = hold();
  const sent = agents.map(({ header: of }) => send(of, 'logs'));
  expect((await sent.at(-1))?.status).toBe(503);
  world.pass(29_000);
  const last = send(header, 'logs');
  world.pass(1000);
  expect((await send(header, 'logs')).status).toBe(503);
  release();
  expect((await last).status).toBe(200);
  await Promise.all(sent);
});

test('what agents say over OpAMP is answered while many send their logs', async () => {
  const { token } = await world.makeFleet();
  const agents = await joinMany(token, IN_LINE);
  let isAnswered = false;
  let before = 0;
  const sent = agents.map(async ({ header }) => {
    const { status } = await send(header, 'logs');
    if (!isAnswered) before += 1;
    return status;
  });
  await world.join(token, 1).hello(REPORTS);
  isAnswered = true;
  expect(before).toBeLessThan(IN_LINE / 2);
  expect(new Set(await Promise.all(sent))).toEqual(new Set([200]));
});
