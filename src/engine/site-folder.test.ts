import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBuffer } from './buffer/open.ts';
import { createSiteFolders } from './site-folder.ts';

const SITE = '400000000000000001';

let data = '';
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'penstock-folder-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const open = (sink: string, mode: 'durable' | 'fast' = 'durable') =>
  openBuffer(join(data, 'engine', SITE, 'buffers', '31', sink), {
    mode,
    maxBytes: 1 << 20,
    whenFull: 'block',
  });
const waiting = () => createSiteFolders(data).waitingEvents(SITE);
const event = [Buffer.from('{"a":1}')];

describe('what waits in the folder of an engine', () => {
  test.each(['durable', 'fast'] as const)(
    'a %s buffer is counted while it is open, and closed',
    async (mode) => {
      expect(await waiting()).toBe(0);
      const buffer = await open('21', mode);
      await buffer.append(event, 3);
      await buffer.append(event, 4);
      expect(await waiting()).toBe(7);
      const first = await buffer.read();
      await buffer.ack(first?.position ?? 0);
      expect(await waiting()).toBe(4);
      await buffer.close();
      expect(await waiting()).toBe(4);
      const again = await open('21', mode);
      const rest = await again.read();
      await again.ack(rest?.position ?? 0);
      await again.close();
      expect(await waiting()).toBe(0);
    },
  );

  test('buffers of all pipelines add up; looking changes nothing', async () => {
    const large = [Buffer.alloc(100_000, 'x')];
    for (const sink of ['21', '22']) {
      const buffer = await open(sink);
      for (let count = 0; count < 8; count++) await buffer.append(large, 5);
      await buffer.close();
    }
    const before = readdirSync(data, { recursive: true }).sort();
    expect(await waiting()).toBe(80);
    expect(readdirSync(data, { recursive: true }).sort()).toEqual(before);
  });

  test('a torn end and files of others are passed over', async () => {
    const buffer = await open('21');
    await buffer.append(event, 2);
    await buffer.close();
    const folder = join(data, 'engine', SITE, 'buffers', '31', '21');
    const segment = readdirSync(folder).find((name) => name.startsWith('segment-')) ?? '';
    writeFileSync(join(folder, segment), Buffer.from('PSF1 torn'), { flag: 'a' });
    writeFileSync(join(folder, 'segment-000000000099'), '');
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    expect(await waiting()).toBe(2);
  });
});

test('a site folder is removed whole, with nothing beside it', async () => {
  const buffer = await open('21');
  await buffer.append(event, 2);
  await buffer.close();
  const other = join(data, 'engine', '400000000000000002');
  mkdirSync(other, { recursive: true });
  const folders = createSiteFolders(data);
  await folders.remove(SITE);
  await folders.remove(SITE);
  expect([existsSync(join(data, 'engine', SITE)), existsSync(other)]).toEqual([false, true]);
  for (const hostile of ['', '..', '../files', `${SITE}/..`])
    expect(() => folders.remove(hostile)).toThrow('is not the id of a site');
});
