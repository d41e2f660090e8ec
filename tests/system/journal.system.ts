import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fileTailSource } from '../../src/engine/components/sources/file-tail/source.ts';
import { SourceProbe } from '../../src/engine/components/testing/contexts.ts';
import type { RunningSource } from '../../src/engine/components/types.ts';
import { eventually } from '../harness/eventually.ts';
import { tool } from './tools.ts';

const COUNT = 2000;
const REMOTE = '/lib/systemd/systemd-journal-remote';

let folder = '';
let running: RunningSource | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'));
});
afterEach(async () => {
  await running?.stop();
  running = null;
  rmSync(folder, { recursive: true, force: true });
});

const MESSAGES = ['line', 'two\nlines', 'with = and ü', 'returns\r\n\r\n', '\0binary\x01', ''];
const messageOf = (n: number) => `${n} ${MESSAGES[n % MESSAGES.length]}`;

function binary(name: string, value: string): Buffer {
  const bytes = Buffer.from(value);
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(bytes.length));
  return Buffer.concat([Buffer.from(`${name}\n`), size, bytes, Buffer.from('\n')]);
}

/** A journal of systemd, written by its own program. */
function writeJournal(): string {
  if (!existsSync(REMOTE)) throw new Error('systemd-journal-remote is missing: install the package');
  const entries = Array.from({ length: COUNT }, (_, n) =>
    Buffer.concat([
      Buffer.from(`__REALTIME_TIMESTAMP=${1_772_366_400_000_000 + n}\n__MONOTONIC_TIMESTAMP=${1000 + n}\n`),
      Buffer.from('_BOOT_ID=0123456789abcdef0123456789abcdef\nPRIORITY=3\n_SYSTEMD_UNIT=web.service\n'),
      binary('MESSAGE', messageOf(n)),
      Buffer.from('\n'),
    ]),
  );
  const [input, journal] = [join(folder, 'input'), join(folder, 'a.journal')];
  writeFileSync(input, Buffer.concat(entries));
  execFileSync(REMOTE, ['-o', journal, input], { stdio: ['ignore', 'ignore', 'inherit'] });
  return journal;
}

it(`journalctl -o export: ${COUNT} entries in order, with all their fields`, async () => {
  const journal = writeJournal();
  const journalctl = (format: string) =>
    execFileSync(tool('journalctl', 'systemd'), ['--file', journal, '-o', format, '--all'], {
      maxBuffer: 1 << 28,
    });
  const path = join(folder, 'export');
  writeFileSync(path, journalctl('export'));
  const probe = new SourceProbe();
  running = await fileTailSource.start({ path, format: 'journal' }, probe.context);
  await eventually(() => expect(probe.events).toHaveLength(COUNT));
  const events = probe.events.map((text) => JSON.parse(text));
  expect(events.map(({ message }) => message)).toEqual(Array.from({ length: COUNT }, (_, n) => messageOf(n)));
  expect(events[1]).toMatchObject({
    timestamp: '2026-03-01T12:00:00.000001Z',
    PRIORITY: '3',
    _SYSTEMD_UNIT: 'web.service',
  });
  const shown = journalctl('json').toString().trim().split('\n');
  const namesIn = (one: object) =>
    Object.keys(one).filter((name) => name !== 'timestamp' && name !== 'message');
  const names = shown.map((line) => Object.keys(JSON.parse(line)).filter((name) => name !== 'MESSAGE'));
  expect(events.map((one) => namesIn(one).toSorted())).toEqual(names.map((one) => one.toSorted()));
  expect([probe.reports, probe.deadLetters]).toEqual([[], []]);
}, 60_000);
