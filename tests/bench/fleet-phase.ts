import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../harness/product.ts';
import type { AgentsOrder, AgentsState, FlapOrder, LogOrder } from './fleet-agents.ts';

export const AGENTS = Number(process.env.PENSTOCK_BENCH_AGENTS ?? 10_000);
export const HEARTBEAT_MS = 30_000;
const LOOK_MS = 250;
const PROBE_MS = 100;
const PATIENCE_MS = 600_000;

export type Row = (what: string, figure: string, budget: string) => void;
type Times = { p50: number; p99: number; max: number };

/** Of one service. */
export type FleetPhase = {
  seconds: number;
  /** Processor time of the service. */
  cpuSeconds: number;
  /** Of the service, at its end and at most. */
  memoryMiB: number;
  peakMemoryMiB: number;
  /** Agents that are connected in the end. */
  connected: number;
  messages: number;
  /** Sockets that the service refused to open, and that it closed. */
  refused: number;
  closed: number;
  /** From a message of an agent to its answer. */
  answerMs: Times;
  /** Of `/livez`, ten times a second: how long others wait meanwhile. */
  probeMs: Times;
  /** Requests with own logs of agents, of all services together. */
  logs: {
    sent: number;
    taken: number;
    lost: number;
    refused: Record<string, number>;
    retryAfter: Record<string, number>;
    answerMs: Times;
  };
};

export const CONFIGURATION = (level: string) => `receivers:
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

function summarize(values: readonly number[]): Times {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), max: sorted.at(-1) ?? 0 };
}

/** The agents, in a process of their own. */
export function startAgents(order: AgentsOrder) {
  const child = fork(join(import.meta.dirname, 'fleet-agents.ts'));
  child.send(order);
  return {
    async look(): Promise<AgentsState> {
      child.send('look');
      const [state] = (await once(child, 'message')) as [AgentsState];
      return state;
    },
    tell: (change: LogOrder | FlapOrder) => void child.send(change),
    stop: () => child.kill('SIGKILL'),
  };
}
export type Agents = ReturnType<typeof startAgents>;

export const sum = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((total, one) => total + one, 0);
export const countConnected = ({ services }: AgentsState): number =>
  services.reduce((total, { connected }) => total + connected, 0);

const readStatus = (pid: number, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) /
  1024;
function readCpuSeconds(pid: number): number {
  const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = after.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
const subtract = (after: Record<string, number>, before: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(after)
      .map(([key, count]): [string, number] => [key, count - (before[key] ?? 0)])
      .filter(([, count]) => count > 0),
  );

/** Asks a service ten times a second, until it is stopped. */
function startProbe(url: string) {
  const times: number[] = [];
  let isMeasuring = true;
  const probing = (async () => {
    while (isMeasuring) {
      const asked = performance.now();
      const isUp = await fetch(new URL('/livez', url)).then(
        (response) => response.ok,
        () => false,
      );
      if (isUp) times.push(performance.now() - asked);
      await sleep(PROBE_MS);
    }
  })();
  return async (): Promise<Times> => {
    isMeasuring = false;
    await probing;
    return summarize(times);
  };
}

/**
 * Measures services until `isOver`.
 * @param products by the place of the service in the order of the agents; those left out are not measured
 */
export async function measure(
  agents: Agents,
  products: ReadonlyMap<number, Product>,
  isOver: (state: AgentsState) => boolean | Promise<boolean>,
): Promise<FleetPhase[]> {
  const before = await agents.look();
  const from = performance.now();
  const measured = [...products].map(([place, { pid, url }]) => ({
    ...{ place, pid, answers: [] as number[], peakMemoryMiB: 0 },
    ...{ cpuBefore: readCpuSeconds(pid), stopProbe: startProbe(url) },
  }));
  const logAnswers: number[] = [];
  let state = before;
  do {
    await sleep(LOOK_MS);
    state = await agents.look();
    logAnswers.push(...state.logs.answers);
    for (const one of measured) {
      one.answers.push(...(state.services[one.place]?.answers ?? []));
      one.peakMemoryMiB = Math.max(one.peakMemoryMiB, readStatus(one.pid, 'VmRSS'));
    }
    if (performance.now() - from > PATIENCE_MS) {
      const services = state.services.map(({ answers: _, ...counts }) => counts);
      throw new Error(`too slow: ${JSON.stringify({ ...state, services, logs: 0 })}`);
    }
  } while (!(await isOver(state)));
  const seconds = (performance.now() - from) / 1000;
  const logs = {
    sent: state.logs.sent - before.logs.sent,
    taken: state.logs.taken - before.logs.taken,
    lost: state.logs.lost - before.logs.lost,
    refused: subtract(state.logs.refused, before.logs.refused),
    retryAfter: subtract(state.logs.retryAfter, before.logs.retryAfter),
    answerMs: summarize(logAnswers),
  };
  return Promise.all(
    measured.map(async ({ place, pid, answers, peakMemoryMiB, cpuBefore, stopProbe }) => {
      const [was, is] = [before.services[place]!, state.services[place]!];
      return {
        ...{ seconds, peakMemoryMiB, logs },
        cpuSeconds: readCpuSeconds(pid) - cpuBefore,
        memoryMiB: readStatus(pid, 'VmRSS'),
        connected: is.connected,
        messages: is.messages - was.messages,
        refused: is.refused - was.refused,
        closed: is.closed - was.closed,
        answerMs: summarize(answers),
        probeMs: await stopProbe(),
      };
    }),
  );
}

const formatTimes = ({ p50, p99, max }: Times): string =>
  `${p50.toFixed(0)} / ${p99.toFixed(0)} / ${max.toFixed(0)} ms`;
const formatCounts = (counts: Record<string, number>, unit: string): string =>
  Object.entries(counts)
    .map(([key, count]) => `${count} × ${key}${unit}`)
    .join(', ') || 'none';

export function printPhase(name: string, phase: FleetPhase, row: Row): void {
  const { logs } = phase;
  console.log(`\n${name}`);
  row('took', `${phase.seconds.toFixed(1)} s`, '');
  row('processor time of the service', `${phase.cpuSeconds.toFixed(1)} s`, '');
  row(
    'memory of the service, at its end / at most',
    `${phase.memoryMiB.toFixed(0)} / ${phase.peakMemoryMiB.toFixed(0)} MiB`,
    '',
  );
  row(
    'agents; messages; sockets refused, closed',
    `${phase.connected}; ${phase.messages}; ${phase.refused}, ${phase.closed}`,
    '',
  );
  row('answer p50 / p99 / longest', formatTimes(phase.answerMs), '');
  row('another request p50 / p99 / longest', formatTimes(phase.probeMs), '');
  if (logs.sent === 0) return;
  row('requests with logs; taken, given up', `${logs.sent}; ${logs.taken}, ${logs.lost}`, '');
  row('their answer p50 / p99 / longest', formatTimes(logs.answerMs), '');
  row('refused, by status (0: no connection)', formatCounts(logs.refused, ''), '');
  row('told to come back after', formatCounts(logs.retryAfter, ' s'), '');
}
