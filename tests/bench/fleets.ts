import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProductApi } from '../harness/api.ts';
import { freePort, makeTempFolder, type Product, removeFolder, startProduct } from '../harness/product.ts';
import type { AgentsOrder, AgentsState } from './fleet-agents.ts';

const AGENTS = Number(process.env.PENSTOCK_BENCH_AGENTS ?? 10_000);
const HEARTBEAT_MS = 30_000;
const STEADY_MS = 60_000;
const LOOK_MS = 250;
/** As often as the console asks. */
const ASK_MS = 5000;
const PROBE_MS = 100;
const PATIENCE_MS = 600_000;

export type FleetPhase = {
  seconds: number;
  /** Processor time of the service. */
  cpuSeconds: number;
  /** Of the service, at its end and at most. */
  memoryMiB: number;
  peakMemoryMiB: number;
  messages: number;
  /** Sockets that the service refused to open, and that it closed. */
  refused: number;
  closed: number;
  /** From a message of an agent to its answer. */
  answerMs: { p50: number; p99: number; max: number };
  /** Of `/livez`, ten times a second: how long others wait meanwhile. */
  probeMs: { p50: number; p99: number; max: number };
};
export type FleetsBench = {
  agents: number;
  storm: FleetPhase;
  steady: FleetPhase;
  rollout: FleetPhase;
  restart: FleetPhase;
  /** Of the list with all its agents. */
  listMs: number;
  loadAverage: number;
};
type Row = (what: string, figure: string, budget: string) => void;

function summarize(values: readonly number[]) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), max: sorted.at(-1) ?? 0 };
}

const CONFIGURATION = (level: string) => `receivers:
  otlp:
    protocols:
      grpc:
exporters:
  debug:
    verbosity: ${level}
service:
  pipelines:
    logs:
      receivers: [otlp]
      exporters: [debug]
`;

/** The agents, in a process of their own. */
function startAgents(order: AgentsOrder) {
  const child = fork(join(import.meta.dirname, 'fleet-agents.ts'));
  child.send(order);
  return {
    async look(): Promise<AgentsState> {
      child.send('look');
      const [state] = (await once(child, 'message')) as [AgentsState];
      return state;
    },
    stop: () => child.kill('SIGKILL'),
  };
}
type Agents = ReturnType<typeof startAgents>;

const readStatus = (pid: number, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) /
  1024;
function readCpuSeconds(pid: number): number {
  const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = after.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Measures the service until `isOver`. */
async function measure(
  agents: Agents,
  product: () => Product,
  isOver: (state: AgentsState) => boolean | Promise<boolean>,
): Promise<FleetPhase> {
  const before = await agents.look();
  const answers: number[] = [];
  const probes: number[] = [];
  const from = performance.now();
  const { pid } = product();
  const cpuBefore = readCpuSeconds(pid);
  let isMeasuring = true;
  const probing = (async () => {
    while (isMeasuring) {
      const asked = performance.now();
      const isUp = await fetch(new URL('/livez', product().url)).then(
        (response) => response.ok,
        () => false,
      );
      if (isUp) probes.push(performance.now() - asked);
      await sleep(PROBE_MS);
    }
  })();
  let state = before;
  let peakMemoryMiB = 0;
  do {
    await sleep(LOOK_MS);
    state = await agents.look();
    answers.push(...state.answers);
    peakMemoryMiB = Math.max(peakMemoryMiB, readStatus(pid, 'VmRSS'));
    if (performance.now() - from > PATIENCE_MS)
      throw new Error(`too slow: ${JSON.stringify({ ...state, answers: 0 })}`);
  } while (!(await isOver(state)));
  isMeasuring = false;
  await probing;
  return {
    seconds: (performance.now() - from) / 1000,
    cpuSeconds: readCpuSeconds(pid) - cpuBefore,
    memoryMiB: readStatus(pid, 'VmRSS'),
    peakMemoryMiB,
    messages: state.messages - before.messages,
    refused: state.refused - before.refused,
    closed: state.closed - before.closed,
    answerMs: summarize(answers),
    probeMs: summarize(probes),
  };
}

function printPhase(name: string, phase: FleetPhase, row: Row): void {
  const ms = ({ p50, p99, max }: FleetPhase['answerMs']) =>
    `${p50.toFixed(0)} / ${p99.toFixed(0)} / ${max.toFixed(0)} ms`;
  console.log(`\n${name}`);
  row('took', `${phase.seconds.toFixed(1)} s`, '');
  row('processor time of the service', `${phase.cpuSeconds.toFixed(1)} s`, '');
  row(
    'memory of the service, at its end / at most',
    `${phase.memoryMiB.toFixed(0)} / ${phase.peakMemoryMiB.toFixed(0)} MiB`,
    '',
  );
  row('messages; sockets refused, closed', `${phase.messages}; ${phase.refused}, ${phase.closed}`, '');
  row('answer p50 / p99 / longest', ms(phase.answerMs), '');
  row('another request p50 / p99 / longest', ms(phase.probeMs), '');
}

/** Agents that all come at once, are there, get another configuration, and come back to a service that restarted. */
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
  let product = await start();
  let agents: Agents | undefined;
  try {
    const api = new ProductApi(product.url);
    const siteId = await api.siteId();
    const configuration = (name: string) =>
      api.call('createConfiguration', {
        body: { configuration: { siteId, name, content: CONFIGURATION(name) } },
      });
    const { id: configurationId } = await configuration('basic');
    const { id: nextId } = await configuration('detailed');
    const { id: fleetId } = await api.call('createFleet', {
      body: { fleet: { siteId, name: 'All', configurationId } as never },
    });
    const { token } = await api.call('createFleetToken', { path: { fleetId }, body: {} as never });
    const url = `${product.url.replace('http', 'ws')}/v1/opamp`;
    agents = startAgents({ url, token, count: AGENTS, heartbeatMs: HEARTBEAT_MS });
    const phase = (isOver: Parameters<typeof measure>[2]) => measure(agents as Agents, () => product, isOver);
    const areAllThere = ({ connected }: AgentsState) => connected === AGENTS;

    const storm = await phase(
      (state) =>
        areAllThere(state) && Object.values(state.applied).reduce((sum, one) => sum + one, 0) >= AGENTS,
    );
    printPhase(
      `Fleets: ${AGENTS} agents connect at once, enroll, and apply their first configuration`,
      storm,
      row,
    );

    const until = performance.now() + STEADY_MS;
    const steady = await phase(() => performance.now() > until);
    printPhase(`Heartbeats, one each ${HEARTBEAT_MS / 1000} s of each agent`, steady, row);

    const asked = performance.now();
    await api.call('listAgents', { query: { fleetIds: [fleetId] } as never });
    const listMs = performance.now() - asked;
    row('a page of the list of agents', `${listMs.toFixed(0)} ms`, '');

    const { id: rolloutId } = await api.call('startRollout', {
      path: { fleetId },
      body: { rollout: { configurationId: nextId, agentSeconds: 600 } as never },
    });
    let askedAt = 0;
    const rollout = await phase(async () => {
      if (performance.now() - askedAt < ASK_MS) return false;
      askedAt = performance.now();
      const { state } = (await api.call('getRollout', { path: { rolloutId } })).rollout;
      if (state !== 'ROLLING_OUT' && state !== 'SUCCEEDED') throw new Error(state);
      return state === 'SUCCEEDED';
    });
    printPhase('One rollout to all at once', rollout, row);

    await product.stop('SIGTERM');
    product = await start();
    const restart = await phase(areAllThere);
    printPhase('The service restarted, until all agents are back', restart, row);
    const [loadAverage = 0] = loadavg();
    return { agents: AGENTS, storm, steady, rollout, restart, listMs, loadAverage };
  } finally {
    agents?.stop();
    await product.stop();
    removeFolder(dataFolder);
  }
}
