import { loadavg } from 'node:os';
import { ProductApi } from '../harness/api.ts';
import { freePort, makeTempFolder, type Product, removeFolder, startProduct } from '../harness/product.ts';
import { type AgentsState, BROKEN } from './fleet-agents.ts';
import {
  AGENTS,
  type Agents,
  CONFIGURATION,
  countConnected,
  type FleetPhase,
  HEARTBEAT_MS,
  measure,
  printPhase,
  type Row,
  startAgents,
  sum,
} from './fleet-phase.ts';

const STEADY_MS = 60_000;
/** As often as the console asks. */
const ASK_MS = 5000;
/** Of each agent, while nothing is wrong with it. */
const LOG_EVERY_MS = 30_000;
const FLAPPING = Math.min(AGENTS, 1000);
const FLAP_MS = 2000;
/** Agents whose page is read for the reason of their failure. */
const PAGES = 100;

export type FleetsBench = {
  agents: number;
  storm: FleetPhase;
  steady: FleetPhase;
  rollout: FleetPhase;
  logs: FleetPhase;
  failure: FleetPhase;
  /** Of pages of agents that failed: how many name what was logged, and how many were opened. */
  explained: { agents: number; asked: number };
  restart: FleetPhase;
  flapping: FleetPhase;
  /** Of the list with all its agents. */
  listMs: number;
  loadAverage: number;
};

/** A fleet of one site, with its configurations. */
export async function makeFleet(api: ProductApi) {
  const siteId = await api.siteId();
  const make = async (name: string, content: string): Promise<string> =>
    (await api.call('createConfiguration', { body: { configuration: { siteId, name, content } } })).id;
  const configurationId = await make('basic', CONFIGURATION('basic'));
  const nextId = await make('detailed', CONFIGURATION('detailed'));
  const brokenId = await make('broken', CONFIGURATION('basic').replace('grpc:', `grpc:\n        ${BROKEN}`));
  const { id: fleetId } = await api.call('createFleet', {
    body: { fleet: { siteId, name: 'All', configurationId } as never },
  });
  const { token } = await api.call('createFleetToken', { path: { fleetId }, body: {} as never });
  return { fleetId, token, nextId, brokenId };
}

/** Again while no connection is to be had, as beside thousands of agents that connect; another failure is one. */
async function patiently<T>(call: () => Promise<T>, left = 10): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (left === 0 || !(error instanceof TypeError)) throw error;
    console.log(`no connection: ${String(error.cause)}`);
    return patiently(call, left - 1);
  }
}

/** Begins a rollout to all at once, and tells when it has ended; it may end as it likes. */
export async function beginRollout(api: ProductApi, fleetId: string, configurationId: string, more = {}) {
  const { id: rolloutId } = await patiently(() =>
    api.call('startRollout', {
      path: { fleetId },
      body: { rollout: { configurationId, agentSeconds: 600, ...more } as never },
    }),
  );
  let askedAt = 0;
  return async (): Promise<boolean> => {
    if (performance.now() - askedAt < ASK_MS) return false;
    askedAt = performance.now();
    const { state } = (await patiently(() => api.call('getRollout', { path: { rolloutId } }))).rollout;
    if (state !== 'ROLLING_OUT' && state !== 'SUCCEEDED') throw new Error(state);
    return state === 'SUCCEEDED';
  };
}

/** Of some agents, whose page says what they logged. */
async function countExplained(api: ProductApi, fleetId: string): Promise<FleetsBench['explained']> {
  const { ids } = await api.call('mapAgents', { query: { fleetIds: [fleetId] } as never });
  const step = Math.max(1, Math.floor(ids.length / PAGES));
  const asked = ids.filter((_, at) => at % step === 0).slice(0, PAGES);
  let explained = 0;
  for (const agentId of asked) {
    const { agent } = await api.call('getAgent', { path: { agentId } });
    const reason = `address already in use on ${agent.host}`;
    if (agent.events.some(({ kind, text }) => kind === 'FAILED' && text.includes(reason))) explained += 1;
  }
  return { agents: explained, asked: asked.length };
}

/**
 * Agents that all come at once, are there, get another configuration, log, fail one all at once, come back to a
 * service that restarted, and flap.
 */
export async function benchFleets(row: Row): Promise<FleetsBench> {
  const dataFolder = makeTempFolder();
  const port = await freePort();
  const start = () =>
    startProduct({
      dataFolder,
      env: {
        PENSTOCK_FLAGS: 'fleetManagement,appFleetManager',
        PENSTOCK_PORT: String(port),
        // The limit that it has by default.
        PENSTOCK_CALLS_PER_MINUTE: '600',
      },
    });
  let product: Product = await start();
  let agents: Agents | undefined;
  try {
    const api = new ProductApi(product.url);
    const { fleetId, token, nextId, brokenId } = await makeFleet(api);
    const urls = [`${product.url.replace('http', 'ws')}/v1/opamp`];
    agents = startAgents({ urls, token, count: AGENTS, heartbeatMs: HEARTBEAT_MS, log: true });
    const running = agents;
    const phase = async (name: string, isOver: Parameters<typeof measure>[2]): Promise<FleetPhase> => {
      const [measured] = await measure(running, new Map([[0, product]]), isOver);
      printPhase(name, measured!, row);
      return measured!;
    };
    const areAllThere = (state: AgentsState) => countConnected(state) === AGENTS;

    const storm = await phase(
      `Fleets: ${AGENTS} agents connect at once, enroll, and apply their first configuration`,
      (state) => areAllThere(state) && sum(state.applied) >= AGENTS,
    );
    let until = performance.now() + STEADY_MS;
    const steady = await phase(
      `Heartbeats, one each ${HEARTBEAT_MS / 1000} s of each agent`,
      () => performance.now() > until,
    );

    const asked = performance.now();
    await api.call('listAgents', { query: { fleetIds: [fleetId] } as never });
    const listMs = performance.now() - asked;
    row('a page of the list of agents', `${listMs.toFixed(0)} ms`, '');

    const rollout = await phase('One rollout to all at once', await beginRollout(api, fleetId, nextId));

    until = performance.now() + STEADY_MS;
    agents.tell({ logEveryMs: LOG_EVERY_MS });
    const logs = await phase(
      `Own logs: a warning each ${LOG_EVERY_MS / 1000} s of each agent`,
      () => performance.now() > until,
    );

    const hasEnded = await beginRollout(api, fleetId, brokenId, { maxErrorPercent: 100 });
    const failure = await phase(
      'One rollout to all at once that all fail, each with its reason logged',
      async (state) => (await hasEnded()) && sum(state.failed) >= AGENTS,
    );
    agents.tell({ logEveryMs: 0 });
    const explained = await countExplained(api, fleetId);
    row('agents whose page says what they logged', `${explained.agents} of ${explained.asked}`, '');

    await product.stop('SIGTERM');
    product = await start();
    const restart = await phase('The service restarted, until all agents are back', areAllThere);

    until = performance.now() + STEADY_MS;
    agents.tell({ flapEveryMs: FLAP_MS, flapCount: FLAPPING });
    const flapping = await phase(
      `${FLAPPING} agents that cut their connection each ${FLAP_MS / 1000} s`,
      () => performance.now() > until,
    );
    agents.tell({ flapEveryMs: 0, flapCount: FLAPPING });
    const [loadAverage = 0] = loadavg();
    return {
      ...{
        agents: AGENTS,
        storm,
        steady,
        rollout,
        logs,
        failure,
        explained,
        restart,
        flapping,
        listMs,
        loadAverage,
      },
    };
  } finally {
    agents?.stop();
    await product.stop();
    removeFolder(dataFolder);
  }
}
