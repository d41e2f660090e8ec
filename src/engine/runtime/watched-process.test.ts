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

test('a process slow before its first message is not killed [R13]', async () => {
  const { notices, end } = await run(`${BUSY} work(600); ${SAY_AND_END}`, { firstWordMs: 280_000 });
  expect(notices).toEqual(['ready']);
  expect(end).toMatchObject({ code: 0, killedFor: null });
}, 300_000);

test('one that never speaks, or loops later, is killed as hung [R13]', async () => {
  const silent = await run('setInterval(() => {}, 1000);', { firstWordMs: 600 });
  expect(silent.end).toMatchObject({ killedFor: 'hung' });
  const looping = await run("process.send('ready', () => { for (;;); });", { silenceMs: 60_000 });
  expect(looping.notices).toEqual(['ready']);
  expect(looping.end).toMatchObject({ killedFor: 'hung' });
}, 300_000);
