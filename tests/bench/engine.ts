import { rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { makeTempFolder, removeFolder } from '../harness/product.ts';
import { type BesideDead, KEPT_PART, measureBesideDead } from './engine/beside-dead.ts';
import { type Growth, type Idle, measureGrowth, measureIdle } from './engine/growth.ts';
import { writeInput } from './engine/inputs.ts';
import { LOADS, type LoadName, startSide } from './engine/loads.ts';
import { findPeers, type PeerName } from './engine/peers.ts';
import type { Steady } from './engine/steady.ts';
import { type Figure, measure, RUN_SECONDS, type Run } from './engine/subject.ts';
import { measureWorkers, type Worker, type Workers } from './engine/workers.ts';
import { median } from './load.ts';

/** Parts to measure are loads by name, growth, idle, dead and workers. */
const LINES = Number(process.env.PENSTOCK_BENCH_LINES ?? 500_000);
const ROUNDS = Number(process.env.PENSTOCK_BENCH_ROUNDS ?? 3);
const PARTS = process.env.PENSTOCK_BENCH_PARTS?.split(',') ?? [
  ...Object.keys(LOADS),
  'growth',
  'idle',
  'dead',
  'workers',
];

export type LoadFigures = { title: string; figures: Record<string, Figure>; absent: string[] };
export type EngineFigures = {
  lines: number;
  rounds: number;
  loadAverage: { before: number; after: number };
  peers: Record<PeerName, string | null>;
  loads: Partial<Record<LoadName, LoadFigures>>;
  growth: Growth[];
  idle: Idle | null;
  besideDead: BesideDead[];
  workers: Workers | null;
};

const isLoad = (name: string): name is LoadName => name in LOADS;

/**
 * Measures Penstock and the installed peers in the same rounds, then growth and the cost of a dead
 * destination.
 */
export async function benchEngine(): Promise<EngineFigures> {
  const folder = makeTempFolder();
  const peers = findPeers();
  const loads: EngineFigures['loads'] = {};
  const before = loadavg()[0] ?? 0;
  try {
    for (const name of PARTS.filter(isLoad)) {
      const load = LOADS[name];
      const input = writeInput(folder, load.kind, Math.floor(LINES / (load.connections ?? 1)));
      const { subjects, absent, stop } = await startSide(name, folder, peers);
      try {
        loads[name] = { title: load.title, figures: await measure(subjects, input, ROUNDS), absent };
      } finally {
        await stop();
        for (const { name: one } of subjects)
          rmSync(`${folder}/${one === 'Penstock' ? 'penstock' : one}.out`, { force: true });
        rmSync(`${folder}/data Penstock`, { recursive: true, force: true });
      }
    }
    const growth = PARTS.includes('growth') ? await measureGrowth(folder, LINES, ROUNDS) : [];
    const idle = PARTS.includes('idle') ? await measureIdle(folder, LINES) : null;
    const besideDead = PARTS.includes('dead') ? await measureBesideDead(folder, LINES, ROUNDS) : [];
    const workers = PARTS.includes('workers') ? await measureWorkers(folder, LINES, ROUNDS, peers) : null;
    const loadAverage = { before, after: loadavg()[0] ?? 0 };
    return { lines: LINES, rounds: ROUNDS, loadAverage, peers, loads, growth, idle, besideDead, workers };
  } finally {
    removeFolder(folder);
  }
}

type Row = (what: string, figure: string, budget: string) => void;

const JSON_BUDGET = 'must 1.5x rsyslog, aim 3x; <= 3.0 s, aim 1.5; <= 250 MiB';
const BUDGETS: Record<LoadName, string> = {
  json: JSON_BUDGET,
  untidy: JSON_BUDGET,
  connections: JSON_BUDGET,
  syslog: 'must 1x syslog-ng',
  grok: 'must 1x syslog-ng',
  durable: 'must 0.6x of the buffer in memory',
};
const perSecond = (rate: number) => `${Math.round(rate / 1000)}k/s`;
const cost = ({ cpuSecondsPerMillion, peakMiB }: Figure) =>
  `${cpuSecondsPerMillion.toFixed(2)} s of CPU per million, ${Math.round(peakMiB)} MiB at most`;

const spread = (parts: readonly number[]) =>
  `rounds: ${Math.min(...parts).toFixed(2)} to ${Math.max(...parts).toFixed(2)}`;
const delays = ({ kept, medianMs, p99Ms, cpuSecondsPerMillion }: Steady) =>
  `${kept.toFixed(2)}x of it, ${Math.round(medianMs)} ms, p99 ${Math.round(p99Ms)} ms, ${cpuSecondsPerMillion.toFixed(2)} s of CPU per million`;

function printBesideDead(figures: BesideDead, row: Row): void {
  const { mode, alone, living, beside, kept, keptOfLiving, steady } = figures;
  const against = (name: string, goal: string, other: Run, parts: readonly number[]) => {
    const rates = `${perSecond(beside.eventsPerSecond)} of ${perSecond(other.eventsPerSecond)}`;
    const times = beside.cpuSecondsPerMillion / other.cpuSecondsPerMillion;
    const text = `${spread(parts)}; ${rates}; CPU of an event ${times.toFixed(2)}x`;
    row(`  ${name}, buffers in mode ${mode}`, `${median([...parts]).toFixed(2)}x`, `${goal}(${text})`);
  };
  against('of that beside a living one', `must >= ${KEPT_PART} `, living, keptOfLiving);
  against('of that alone', '', alone, kept);
  row(`  half of that alone, offered steadily, mode ${mode}`, perSecond(steady.perSecond), '');
  row('    alone', '', delays(steady.alone));
  row(
    '    beside a dead one',
    `${steady.beside.kept.toFixed(2)}x`,
    `aim >= ${KEPT_PART}; ${delays(steady.beside)}`,
  );
}

function printWorkers(all: readonly Worker[], row: Row): void {
  for (const { name, processes, idleMiB, figure } of all) {
    const times = `${(figure.eventsPerSecond / all[0]!.figure.eventsPerSecond).toFixed(2)}x of the first`;
    const each = `idle ${Math.round(idleMiB / processes)}, busy ${Math.round(figure.peakMiB / processes)} MiB a process`;
    row(`  ${name}`, perSecond(figure.eventsPerSecond), `${times}; ${cost(figure)}; ${each}`);
  }
}

export function printEngine(
  { lines, rounds, loadAverage, peers, loads, growth, idle, besideDead, workers }: EngineFigures,
  row: Row,
): void {
  const versions = Object.entries(peers).map(([name, version]) => `${name} ${version ?? 'is not installed'}`);
  console.log(
    `\nEngine: ${lines} lines, sent so often that a run lasts ${RUN_SECONDS} s, medians of ${rounds} rounds, in turns; ${versions.join(', ')}`,
  );
  for (const [name, load] of Object.entries(loads)) {
    if (!isLoad(name)) continue;
    const { title, figures, absent } = load;
    console.log(`\n${title} (${BUDGETS[name]})`);
    const own = figures.Penstock;
    for (const [who, figure] of Object.entries(figures)) {
      const times =
        own && figure !== own
          ? ` (Penstock ${(own.eventsPerSecond / figure.eventsPerSecond).toFixed(2)}x)`
          : '';
      row(`  ${who}`, perSecond(figure.eventsPerSecond), `${cost(figure)}${times}`);
    }
    for (const why of absent) console.log(`  absent: ${why}`);
  }
  const inMemory = loads.json?.figures.Penstock;
  const durable = loads.durable?.figures.Penstock;
  if (inMemory && durable)
    row(
      'durable over memory',
      `${(durable.eventsPerSecond / inMemory.eventsPerSecond).toFixed(2)}x`,
      'budget >= 0.60x',
    );
  for (const { by, steps } of growth) {
    console.log(`\nGrowth with ${by}`);
    const [first] = Object.values(steps);
    for (const [count, figure] of Object.entries(steps)) {
      const part = first
        ? `${(figure.eventsPerSecond / first.eventsPerSecond).toFixed(2)}x of the first; `
        : '';
      row(`  ${count}`, perSecond(figure.eventsPerSecond), `${part}${cost(figure)}`);
    }
  }
  if (idle) {
    const { pipelines, startedMiB, burstMiB, afterMiB } = idle;
    console.log(`\n${pipelines} idle pipelines (budget <= 250 MiB)`);
    row('  after their start', `${Math.round(startedMiB)} MiB`, '');
    row('  after a burst', `${Math.round(afterMiB)} MiB`, `${Math.round(burstMiB)} MiB at most in it`);
  }
  if (besideDead.length > 0) console.log('\nTwo destinations beside a dead one (R8)');
  for (const figures of besideDead) printBesideDead(figures, row);
  if (workers) {
    console.log(
      '\nTwo pipelines that share nothing, each reading a file, in one process and in two (aim 1.7x)',
    );
    printWorkers(workers.files, row);
    console.log('\nThe same over TCP, with the sender on the same cores; peers with as many connections');
    printWorkers(workers.network, row);
  }
  row(
    'load average before / after',
    `${loadAverage.before.toFixed(1)} / ${loadAverage.after.toFixed(1)}`,
    'above the number of cores, compare the ratios alone',
  );
}
