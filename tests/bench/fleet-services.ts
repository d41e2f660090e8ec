import { randomBytes } from 'node:crypto';
import { loadavg } from 'node:os';
import { postgres } from '../api/support/store-places.ts';
import { ProductApi } from '../harness/api.ts';
import { makeTempFolder, type Product, removeFolder, startProduct } from '../harness/product.ts';
import type { AgentsState } from './fleet-agents.ts';
import {
  AGENTS,
  type Agents,
  countConnected,
  type FleetPhase,
  HEARTBEAT_MS,
  measure,
  printPhase,
  type Row,
  startAgents,
  sum,
} from './fleet-phase.ts';
import { beginRollout, makeFleet } from './fleets.ts';

const STEADY_MS = 60_000;

export type ServicesBench = {
  agents: number;
  /** Of each service. */
  storm: FleetPhase[];
  steady: FleetPhase[];
  rollout: FleetPhase[];
  /** Of those that are left. */
  killed: FleetPhase[];
  /** Agents that one of those lists as connected in the end. */
  listed: number;
  loadAverage: number;
};

/**
 * Several services with one PostgreSQL: agents are divided between them, a rollout begins at the first, and the last
 * one is killed.
 */
export async function benchServices(row: Row, count: number): Promise<ServicesBench> {
  const database = await postgres();
  const folders = Array.from({ length: count }, () => makeTempFolder());
  const products = new Map<number, Product>();
  let agents: Agents | undefined;
  try {
    const key = randomBytes(32).toString('base64');
    for (const [place, dataFolder] of folders.entries())
      products.set(
        place,
        await startProduct({
          dataFolder,
          env: {
            PENSTOCK_FLAGS: 'fleetManagement,appFleetManager',
            DATABASE_URL: database.url,
            PENSTOCK_SECRET_KEY: key,
            PENSTOCK_CALLS_PER_MINUTE: '600',
          },
        }),
      );
    const api = new ProductApi(products.get(0)!.url);
    const { fleetId, token, nextId } = await makeFleet(api);
    const urls = [...products.values()].map(({ url }) => `${url.replace('http', 'ws')}/v1/opamp`);
    agents = startAgents({ urls, token, count: AGENTS, heartbeatMs: HEARTBEAT_MS });
    const running = agents;
    const phase = async (name: string, isOver: Parameters<typeof measure>[2]): Promise<FleetPhase[]> => {
      const places = [...products.keys()];
      const measured = await measure(running, products, isOver);
      for (const [at, one] of measured.entries())
        printPhase(`${name} (service ${(places[at] ?? 0) + 1} of ${count})`, one, row);
      return measured;
    };
    const areAllThere = (state: AgentsState) => countConnected(state) === AGENTS;

    const storm = await phase(
      `${count} services, one PostgreSQL: ${AGENTS} agents connect at once, enroll, and apply a configuration`,
      (state) => areAllThere(state) && sum(state.applied) >= AGENTS,
    );
    const until = performance.now() + STEADY_MS;
    const steady = await phase(
      `Heartbeats, one each ${HEARTBEAT_MS / 1000} s of each agent`,
      () => performance.now() > until,
    );
    const rollout = await phase(
      'One rollout to all at once, begun at the first service',
      await beginRollout(api, fleetId, nextId),
    );

    const last = products.get(count - 1)!;
    products.delete(count - 1);
    await last.kill();
    const killed = await phase(
      'The last service killed, until its agents are at the others',
      (state) => state.services[count - 1]?.connected === 0 && areAllThere(state),
    );
    const { statuses } = await api.call('mapAgents', { query: { fleetIds: [fleetId] } as never });
    const listed = statuses.filter((status) => status !== 'DISCONNECTED').length;
    row('agents that the first service lists as connected', `${listed} of ${AGENTS}`, '');
    const [loadAverage = 0] = loadavg();
    return { agents: AGENTS, storm, steady, rollout, killed, listed, loadAverage };
  } finally {
    agents?.stop();
    for (const product of products.values()) await product.stop();
    await database.remove();
    for (const folder of folders) removeFolder(folder);
  }
}
