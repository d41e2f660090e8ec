import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BudgetShare, inputBudget } from '../../shared/inbound/budget.ts';
import { SourceProbe, until } from '../../testing/contexts.ts';
import type { RunningSource } from '../../types.ts';
import { fileTailSource } from './source.ts';

const LEFT_BYTES = 2_000_000;
const FILES = 30;
const LINE_BYTES = 200_000;

let folder = '';
let probe = new SourceProbe();
let running: RunningSource | null = null;
const others: [BudgetShare, number][] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unfinished-'));
  probe = new SourceProbe();
  // Other sources hold nearly all input memory.
  for (
    let left = inputBudget.limit - inputBudget.used;
    left > LEFT_BYTES;
    left = inputBudget.limit - inputBudget.used
  ) {
    const share = inputBudget.open();
    const bytes = Math.floor(left / 2);
    if (!share.move(bytes)) throw new Error('there is no room');
    others.push([share, bytes]);
  }
});
afterEach(async () => {
  await running?.stop();
  running = null;
  for (const [share, bytes] of others.splice(0)) share.move(-bytes);
  rmSync(folder, { recursive: true, force: true });
});

const pathOf = (n: number) => join(folder, `${n}.log`);
const beginning = (n: number) => `${n} ${'x'.repeat(LINE_BYTES)}`;
const finished = (n: number) => [`${n} first`, `${beginning(n)} end`, `${n} last`];

it.each([
  ['lines', {}],
  ['events of several lines', { multiline: 'indent' }],
])('unfinished %s without room are read again, each once and in order [R13]', async (_name, more) => {
  const before = inputBudget.used;
  for (let n = 0; n < FILES; n++) writeFileSync(pathOf(n), `${n} first\n${beginning(n)}`);
  running = await fileTailSource.start({ path: join(folder, '*.log'), ...more }, probe.context);
  await until(() => expect(probe.events.filter((text) => text.endsWith('first'))).toHaveLength(FILES));
  await until(() => expect(probe.errorNames).toContain('LineUnfinished'));
  expect(inputBudget.used - before).toBeLessThan(LEFT_BYTES);
  for (let n = 0; n < FILES; n++) appendFileSync(pathOf(n), ` end\n${n} last\n`);
  await until(() => expect(probe.events).toHaveLength(3 * FILES));
  for (let n = 0; n < FILES; n++)
    expect(probe.events.filter((text) => text.startsWith(`${n} `))).toEqual(finished(n));
});
