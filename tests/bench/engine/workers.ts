import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { source } from '../../engine/harness/plans.ts';
import { writeInput } from './inputs.ts';
import { toFile, withoutDebug } from './loads.ts';
import { fileOutput } from './outputs.ts';
import { PEERS } from './peer-configs.ts';
import { type PeerName, startPeer } from './peers.ts';
import { startPenstock } from './penstock.ts';
import { type Figure, measure, type Subject } from './subject.ts';
import { usedMiB } from './usage.ts';
import { measureFiles } from './worker-files.ts';

const PIPELINES = 2;
const SETTLE_MS = 3000;

/** Memory is that before anything was read. */
export type Worker = {
  readonly name: string;
  readonly processes: number;
  readonly idleMiB: number;
  readonly figure: Figure;
};
/** Two pipelines that share nothing, in one process and in two. */
export type Workers = {
  /** No other program takes part: each pipeline reads a file of its own. */
  readonly files: readonly Worker[];
  /** With the sender on the same cores, and the peers with as many connections. */
  readonly network: readonly Worker[];
};

type Measure = (subjects: readonly Subject[]) => Promise<Record<string, Figure>>;

async function measureAll(subjects: readonly Subject[], run: Measure): Promise<Worker[]> {
  await delay(SETTLE_MS);
  const idle = subjects.map(({ pids }) => usedMiB(pids));
  const figures = await run(subjects);
  return subjects.map(({ name, pids }, n) => ({
    name,
    processes: pids.length,
    idleMiB: idle[n]!,
    figure: figures[name]!,
  }));
}

async function measureNetwork(
  folder: string,
  lines: number,
  rounds: number,
  peers: Record<PeerName, string | null>,
): Promise<Worker[]> {
  const input = writeInput(folder, 'json', lines);
  const subjects: Subject[] = [];
  const files: string[] = [];
  try {
    for (const workers of [1, PIPELINES]) {
      const name = `${workers} of Penstock`;
      const paths = Array.from({ length: PIPELINES }, (_, n) => join(folder, `workers-${workers}-${n}.out`));
      files.push(...paths, join(folder, `data ${name}`));
      const subject = await startPenstock(name, folder, {
        chain: (port, n) => [source('in', 'tcp', { port }), ...withoutDebug(), toFile(paths[n]!)],
        pipelines: PIPELINES,
        workers,
        output: fileOutput(paths),
      });
      subjects.push(subject);
    }
    for (const name of ['syslog-ng', 'rsyslog'] as const) {
      const file = join(folder, `workers-${name}.out`);
      const config = peers[name] === null ? '' : PEERS.json[name]({ file, url: '' });
      if (typeof config === 'string') continue;
      files.push(file);
      const peer = await startPeer(name, folder, config, fileOutput([file]));
      subjects.push({ ...peer, ports: Array.from({ length: PIPELINES }, () => peer.ports[0]!) });
    }
    return await measureAll(subjects, (all) => measure(all, input, rounds));
  } finally {
    for (const subject of subjects) await subject.stop();
    for (const file of files) rmSync(file, { recursive: true, force: true });
  }
}

/** Alternates between one process and two in the same rounds. */
export async function measureWorkers(
  folder: string,
  lines: number,
  rounds: number,
  peers: Record<PeerName, string | null>,
): Promise<Workers> {
  const files = await measureFiles(folder, lines, rounds, measureAll);
  const network = await measureNetwork(folder, lines, rounds, peers);
  return { files, network };
}
