// Slow: kills a writing process again and again.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openBuffer } from './open.ts';

const KILLS = process.env.PENSTOCK_TEST_LONG ? 1000 : 60;
const MOST_DELAY_MS = 20;

test(`${KILLS} kills: everything kept by a buffer comes back in order [R1]`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-killed-'));
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') };
  const buffer = join(folder, 'buffer');
  const kept: number[] = [];
  const had = new Set<number>();
  let next = 0;
  let repeated = 0;
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      const child = spawn(
        process.execPath,
        [join(import.meta.dirname, 'testing/killed.ts'), buffer, String(next)],
        { env, stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const said = text(child.stdout);
      await once(child.stdout, 'data');
      // Random delay: the kill must be able to hit any moment of the work.
      await delay(randomInt(MOST_DELAY_MS));
      child.kill('SIGKILL');
      // The kill may have cut off the last line.
      const lines = (await said).split('\n').slice(0, -1);
      let last = -1;
      for (const [word, number] of lines.map((line) => line.split(' '))) {
        const n = Number(number);
        if (word === 'kept') {
          kept.push(n);
          next = n + 1;
        } else {
          expect(n).toBeGreaterThan(last);
          last = n;
          if (had.has(n)) repeated++;
          had.add(n);
        }
      }
      // The event may be stored although its acceptance was never reported.
      next++;
    }
    const rest = await openBuffer(buffer, { mode: 'durable', maxBytes: 20_000, whenFull: 'block' });
    expect(rest.recovery.lostEvents).toBe(0);
    for (let left = rest.stats().events; left > 0; left--) {
      const frame = await rest.read();
      had.add(Number(frame?.payload.toString()));
    }
    await rest.close();
    expect(kept.filter((n) => !had.has(n))).toEqual([]);
    console.log(`R1: ${KILLS} kills, ${kept.length} kept, 0 lost, ${repeated} twice`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 1_200_000);
