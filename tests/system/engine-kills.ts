import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { PlanNode } from '../../src/engine/port.ts';
import { planOf, sink } from '../engine/harness/plans.ts';
import { ProcessBench } from '../engine/harness/process-bench.ts';
import { eventually } from '../harness/eventually.ts';

const PATIENCE_MS = 120_000;
/** Between two kills. */
const MOVED = 500;

/**
 * Runs a source that writes to a file, kills its engine three times while events move, and returns the lines of the file.
 * @param send sends everything; the kills go on meanwhile
 */
export async function killThreeTimes(
  from: PlanNode,
  send: (kills: Promise<void>) => Promise<unknown>,
): Promise<string[]> {
  const bench = new ProcessBench({ restartMaxMs: 100 });
  const path = join(bench.folder, 'out');
  const lines = () => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : []);
  const kill = async () => {
    for (let kills = 0; kills < 3; kills++) {
      const before = lines().length;
      await eventually(() => expect(lines().length).toBeGreaterThan(before + MOVED), PATIENCE_MS);
      process.kill(bench.engine.pid!, 'SIGKILL');
    }
  };
  const buffer = { mode: 'disk', maxBytes: 64 << 20, whenFull: 'block' };
  const batch = { maxEvents: 500, timeoutMs: 20 };
  try {
    await bench.engine.start();
    await bench.engine.deploy(
      planOf([from, sink('out', { path, buffer, batch }, 'file')], [`${from.id}>out`]),
    );
    await send(kill());
    // What was answered is in the buffer, and is written by now.
    await bench.engine.stop();
    return lines();
  } finally {
    await bench.end();
  }
}
