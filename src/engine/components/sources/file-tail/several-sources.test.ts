import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SourceProbe, until } from '../../testing/contexts.ts';
import type { RunningSource } from '../../types.ts';
import { fileTailSource } from './source.ts';

let folder = '';
let running: RunningSource[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tails-'));
});
afterEach(async () => {
  for (const source of running) await source.stop();
  running = [];
  rmSync(folder, { recursive: true });
});

it('several file_tail sources at once: each gives its own lines in order', async () => {
  const tails = await Promise.all(
    ['a', 'b', 'c', 'd'].map(async (name) => {
      const path = join(folder, `${name}.log`);
      writeFileSync(path, '');
      const probe = new SourceProbe();
      running.push(await fileTailSource.start({ path }, probe.context));
      return { name, path, probe, lines: [] as string[] };
    }),
  );
  for (let round = 0; round < 40; round++) {
    for (const { name, path, lines } of tails) {
      const more = Array.from({ length: 40 }, (_, at) => `${name} ${round} ${at} ${name.repeat(300 + at)}`);
      lines.push(...more);
      appendFileSync(path, `${more.join('\n')}\n`);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const { lines, probe } of tails) {
    await until(() => expect(probe.events.length).toBe(lines.length));
    const wrong = probe.events.filter((line, at) => line !== lines[at]);
    expect(wrong.map((line) => line.slice(0, 40))).toEqual([]);
  }
});
