import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ProcessEnd, type ProcessLimits, WatchedProcess } from './watched-process.ts';

const LIMITS = { silenceMs: 400, busyMs: 300, allows: () => true };

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watched-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a process until it ends; what it said, and how it ended. */
async function run(code: string, limits: Partial<ProcessLimits>) {
  const entry = join(folder, 'entry.mjs');
  writeFileSync(entry, code);
  const notices: unknown[] = [];
  const end = await new Promise<ProcessEnd>((onExit) => {
    const settings = { entry, args: [], flags: [], env: process.env, limits: { ...LIMITS, ...limits } };
    new WatchedProcess(settings, { onNotice: (one) => notices.push(one), onExit, onOutput: () => {} });
  });
  return { notices, end };
}

const BUSY =
  'const work = (ms) => { const { user } = process.cpuUsage(); while (process.cpuUsage().user - user < ms * 1000); };';
const SAY_AND_END = "process.send('ready', () => process.exit(0));";

test('R13 a process that works long before its first word is not ended for that: a busy machine loads slowly', async () => {
  const { notices, end } = await run(`${BUSY} work(600); ${SAY_AND_END}`, { firstWordMs: 280_000 });
  expect(notices).toEqual(['ready']);
  expect(end).toMatchObject({ code: 0, killedFor: null });
}, 300_000);

test('R13 one that never speaks, and one that loops after it spoke, are ended as hung', async () => {
  const silent = await run('setInterval(() => {}, 1000);', { firstWordMs: 600 });
  expect(silent.end).toMatchObject({ killedFor: 'hung' });
  const looping = await run("process.send('ready', () => { for (;;); });", { silenceMs: 60_000 });
  expect(looping.notices).toEqual(['ready']);
  expect(looping.end).toMatchObject({ killedFor: 'hung' });
}, 300_000);
