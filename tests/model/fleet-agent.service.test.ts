// Slow: each of more than a thousand transitions is several messages to the service, by HTTP and by sockets.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SystemEvent } from '../../machines/model.ts';
import type { AgentStatus } from '../../src/contract/entities/fleet.ts';
import type { Agent } from '../../src/contract/entities/fleet-agent.ts';
import { hashContent } from '../../src/service/fleets/content.ts';
import { OVERDUE_MS } from '../../src/service/fleets/status.ts';
import { COLLECTOR, type FleetService, startFleetService, withLevel } from '../api/support/fleets.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { eventually } from '../harness/eventually.ts';
import { createPureSut } from '../harness/machine-suts.ts';
import {
  createAgent,
  describeAgent,
  type HandmadeAgent,
  healthy,
  MANAGED,
  readOffer,
  STATE,
} from '../harness/opamp.ts';
import { type ModelPaths, makePaths } from '../harness/paths.ts';
import { makeWalks } from '../harness/walks.ts';
import {
  type Assigned,
  type FleetAgentEvent,
  type FleetAgentSnapshot,
  type fleetAgentMachine,
  fleetAgentModel,
  isOffered,
  predictReason,
  predictStatus,
  type Reason,
} from './fleet-agent.ts';
import {
  type AgentLine,
  type Hears,
  listenForAgents,
  openHttpLine,
  openSocketLine,
} from './fleet-agent-lines.ts';

const CONTENTS = { first: COLLECTOR, second: withLevel('detailed') };
const PROBLEM = 'no such exporter';
const ILL = { healthy: false, lastError: 'the disk is full' };
/** What a Collector without a supervisor can do: it reports itself. */
const ALONE = 1n;
const SILENCE_MS = 60_000;
const REASONS: Readonly<Record<Reason, RegExp>> = {
  away: /^It is not connected$/,
  'accepts none': /^It accepts no configuration: /,
  failed: /^It could not apply its configuration: no such exporter$/,
  ill: /^the disk is full$/,
  unmanaged: /^Its fleet has no configuration: /,
  late: /^It was offered its configuration \d+ min ago and has not applied it$/,
  open: /^It is to apply its configuration$/,
  '': /^$/,
};

let service: FleetService;
let server: Awaited<ReturnType<typeof listenForAgents>>;
let fleets: Record<Assigned, string>;
let token: string;
let count = 0;

beforeAll(async () => {
  // How much one agent may say in a minute is tested elsewhere.
  let steady = 0;
  const toNextMinute = () => {
    steady += 60_000;
    return steady;
  };
  service = await startFleetService({ steady: toNextMinute });
  server = await listenForAgents(service);
  const make = async (name: string, content?: string) => {
    const configurationId = content && (await service.makeConfiguration(content, name));
    return service.makeFleet({ name, ...(configurationId ? { configurationId } : {}) });
  };
  const first = await make('First', CONTENTS.first);
  const second = await make('Second', CONTENTS.second);
  fleets = { first: first.fleetId, second: second.fleetId, none: (await make('None')).fleetId };
  token = first.token;
});
afterAll(async () => {
  await service.stop();
  await server.close();
});

type World = {
  number: number;
  host: string;
  id: string;
  agent: HandmadeAgent;
  connect: () => Promise<AgentLine>;
  line: AgentLine | undefined;
  version: number;
  accepts: boolean;
  isWell: boolean;
  /** Since it was assigned what it is to run: the content that it was offered last. */
  offered: string | undefined;
};
type Face = {
  status: AgentStatus | '';
  reason: Reason;
  version: string;
  isConnected: boolean;
  canRetry: boolean;
};
const UNKNOWN: Face = { status: '', reason: '', version: '', isConnected: false, canRetry: false };

const say = async (world: World, message: object = {}): Promise<void> => {
  const capabilities = world.accepts ? MANAGED : ALONE;
  await world.agent.say({ capabilities, customCapabilities: { capabilities: [] }, ...message });
};
const greet = async (world: World): Promise<void> => {
  world.line = await world.connect();
  await say(world, {
    agentDescription: describeAgent(world.host, { 'service.version': `0.${world.version}.0` }),
    health: world.isWell ? healthy : ILL,
  });
};
const list = async ({ host }: World): Promise<Agent[]> =>
  (await service.api.call('listAgents', { query: { search: `host:${host}` } })).body.agents;

/** With heartbeats of the agent while it is connected. */
async function pass(world: World, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= SILENCE_MS) {
    service.pass(Math.min(left, SILENCE_MS));
    if (world.line) await say(world);
  }
}
async function leave(world: World): Promise<void> {
  const { line } = world;
  line?.close();
  world.line = undefined;
  if (line?.isSocket) await eventually(async () => expect((await list(world))[0]?.isConnected).toBe(false));
}

const drivers: Drivers<FleetAgentEvent, World> = {
  'agent.connected': async (world, { accepts }) => {
    world.accepts = accepts;
    await greet(world);
  },
  'agent.upgraded': async (world) => {
    world.version += 1;
    await greet(world);
  },
  'agent.left': async (world) => {
    await say(world, { agentDisconnect: {} });
    await leave(world);
  },
  'agent.vanished': async (world) => {
    await leave(world);
    await pass(world, OVERDUE_MS);
  },
  'agent.reported': (world, { of, state }) => {
    const lastRemoteConfigHash = Buffer.from(hashContent(CONTENTS[of]));
    const errorMessage = state === 'FAILED' ? PROBLEM : '';
    return say(world, { remoteConfigStatus: { lastRemoteConfigHash, status: STATE[state], errorMessage } });
  },
  'agent.fellIll': async (world) => {
    world.isWell = false;
    await say(world, { health: ILL });
  },
  'agent.recovered': async (world) => {
    world.isWell = true;
    await say(world, { health: healthy });
  },
  'person.assigned': async (world, { to }) => {
    world.offered = undefined;
    const body = { agentIds: [world.id], fleetId: fleets[to] };
    expect((await service.api.call('moveAgents', { body })).status).toBe(200);
  },
  'person.retried': async (world) => {
    world.offered = undefined;
    expect((await service.api.call('retryAgent', { path: { agentId: world.id } })).status).toBe(200);
  },
  'person.deleted': async (world) => {
    expect((await service.api.call('deleteAgent', { path: { agentId: world.id } })).status).toBe(200);
    Object.assign(world, { isWell: true, version: 1, offered: undefined });
  },
  'id.claimed': async (world) => {
    const claimant = createAgent(world.number, openHttpLine(service, token, () => undefined).say);
    const answer = await claimant.hello({ agentDescription: describeAgent('claimant') });
    expect(answer.agentIdentification?.newInstanceUid).toHaveLength(16);
  },
  'time.passed': (world) => pass(world, OVERDUE_MS),
};

type Connect = (hears: Hears) => Promise<AgentLine> | AgentLine;

function meet(connect: Connect) {
  count += 1;
  const number = count;
  const world: World = {
    ...{ number, host: `host-${number}`, id: '', line: undefined, version: 1, accepts: true, isWell: true },
    offered: undefined,
    agent: createAgent(number, (message) => {
      if (!world.line) throw new Error('it is not connected');
      return world.line.say(message);
    }),
    connect: async () =>
      connect((message) => {
        world.offered = readOffer(message) ?? world.offered;
      }),
  };
  const read = async (): Promise<Face> => {
    const [shown] = await list(world);
    if (!shown) return UNKNOWN;
    world.id = shown.id;
    const { status, version, isConnected, canRetry } = shown;
    const reason = Object.entries(REASONS).find(([, text]) => text.test(shown.reason))?.[0] ?? shown.reason;
    return { status, reason: reason as Reason, version, isConnected, canRetry };
  };
  return {
    world,
    read,
    send: async (event: FleetAgentEvent | SystemEvent) => {
      // Nothing happens at the same time.
      service.pass(1);
      await sendBy(drivers, world, event as FleetAgentEvent);
      if (world.line) await say(world);
    },
    dispose: () => world.line?.close(),
  };
}

const project = (snapshot: FleetAgentSnapshot): Face => {
  const { value, context } = snapshot;
  if (value.presence === 'unknown') return UNKNOWN;
  return {
    status: predictStatus(snapshot),
    reason: predictReason(snapshot),
    version: `0.${context.version}.0`,
    isConnected: value.presence === 'here',
    canRetry: snapshot.can({ type: 'person.retried' }),
  };
};

const isRefused = async (id: 'retryAgent' | 'deleteAgent', { id: agentId }: World) =>
  (await service.api.call(id, { path: { agentId } })).status === 409;

/** In a state for the first time: what is not possible is refused, and all lists say the same. */
async function checkState(snapshot: FleetAgentSnapshot, world: World): Promise<void> {
  if (snapshot.value.presence === 'unknown') return expect(await list(world)).toEqual([]);
  if (!snapshot.can({ type: 'person.retried' })) expect(await isRefused('retryAgent', world)).toBe(true);
  if (!snapshot.can({ type: 'person.deleted' })) expect(await isRefused('deleteAgent', world)).toBe(true);
  const status = predictStatus(snapshot);
  const query = { search: `host:${world.host}`, statuses: [status] };
  expect((await service.api.call('mapAgents', { query })).body.statuses).toEqual([status]);
  expect((await service.fleet(fleets[snapshot.context.target])).statuses[status]).toBeGreaterThan(0);
}

const drive = (paths: ModelPaths<typeof fleetAgentMachine>, connect: Connect) => {
  const seen = new Set<string>();
  return driveAll(paths, {
    drives: Object.keys(drivers),
    create: () => meet(connect),
    project,
    check: async (snapshot, { world }) => {
      const { target } = snapshot.context;
      // A socket hears it a moment later.
      if (isOffered(snapshot) && target !== 'none')
        await expect.poll(() => world.offered).toBe(CONTENTS[target]);
      const key = fleetAgentModel.key(snapshot);
      if (seen.has(key)) return;
      seen.add(key);
      await checkState(snapshot, world);
    },
  });
};

test('every transition of an agent: none is healthy but with what it is to run', async () => {
  const paths = makePaths(fleetAgentModel);
  await driveAll(
    paths,
    createPureSut(fleetAgentModel, (snapshot) => {
      const { said, target } = snapshot.context;
      const runs = said?.state === 'APPLIED' && said.of === target;
      if (predictStatus(snapshot) === 'HEALTHY') expect(runs).toBe(true);
      expect(predictReason(snapshot) === '').toBe(['', 'HEALTHY'].includes(predictStatus(snapshot)));
    }),
  );
});

describe('the service says what the model says, and offers what is to run', () => {
  test('to who asks by HTTP, on every transition [R2.1-39, R2.1-43]', async () => {
    await drive(makeWalks(fleetAgentModel), (hears) => openHttpLine(service, token, hears));
  });

  test('to who has a socket, on every transition', async () => {
    await drive(makeWalks(fleetAgentModel), (hears) => openSocketLine(server.host, token, hears));
  });
});
