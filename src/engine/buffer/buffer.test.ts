import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openBuffer } from './open.ts';
import { FaultyDisk } from './testing/faulty-disk.ts';
import { randomFrom, settle } from './testing/schedule.ts';
import { BufferClosedError, type BufferedFrame, type BufferMode, type EventBuffer } from './types.ts';

const FOLDER = '/data/buffer';
const DAMAGES = process.env.PENSTOCK_TEST_LONG ? 1000 : 150;
const openOn = (
  io: FaultyDisk,
  extra: { mode?: BufferMode; whenFull?: 'block' | 'drop_newest'; now?: () => number } = {},
) =>
  openBuffer(
    FOLDER,
    { mode: extra.mode ?? 'durable', maxBytes: 1000, whenFull: extra.whenFull ?? 'block' },
    { io, segmentBytes: 400, groupMs: 0, ...(extra.now ? { now: extra.now } : {}) },
  );
const append = (buffer: EventBuffer, text: string, events = 1) => buffer.append([Buffer.from(text)], events);
const text = (frame: BufferedFrame | null) => frame?.payload.toString();

for (const mode of ['durable', 'fast', 'memory'] as const) {
  test(`a full ${mode} buffer makes appends wait in order for room [R9]`, async () => {
    const buffer = await openOn(new FaultyDisk(), { mode });
    await append(buffer, 'a'.repeat(800));
    const order: string[] = [];
    const waiting = ['b', 'c'].map((name) => append(buffer, name.repeat(500)).then(() => order.push(name)));
    await settle();
    expect(order).toEqual([]);
    await buffer.ack((await buffer.read())?.position ?? 0);
    await waiting[0];
    await settle();
    expect(order).toEqual(['b']);
    await buffer.ack((await buffer.read())?.position ?? 0);
    await waiting[1];
    expect(text(await buffer.read())).toBe('c'.repeat(500));
    await buffer.close();
  });

  test(`a full ${mode} buffer drops the newest and counts its events exactly [R9]`, async () => {
    const buffer = await openOn(new FaultyDisk(), { mode, whenFull: 'drop_newest' });
    expect(await append(buffer, 'a'.repeat(800), 3)).toBe('kept');
    expect(await append(buffer, 'b'.repeat(500), 7)).toBe('dropped');
    expect(buffer.stats()).toMatchObject({ events: 3, droppedEvents: 7 });
    await buffer.close();
  });

  test(`a frame larger than a ${mode} buffer passes when it is alone`, async () => {
    const buffer = await openOn(new FaultyDisk(), { mode });
    expect(await append(buffer, 'x'.repeat(5000))).toBe('kept');
    expect(text(await buffer.read())).toHaveLength(5000);
    await buffer.close();
  });

  test(`closing a ${mode} buffer ends waiting reads and appends`, async () => {
    const buffer = await openOn(new FaultyDisk(), { mode });
    const read = buffer.read();
    await buffer.close();
    expect(await read).toBeNull();
    await expect(append(buffer, 'late')).rejects.toThrow(BufferClosedError);
  });

  test(`a ${mode} buffer hands out again what was read and not acknowledged`, async () => {
    const buffer = await openOn(new FaultyDisk(), { mode });
    for (const name of ['a', 'b', 'c']) await append(buffer, name);
    const first = await buffer.read();
    await buffer.read();
    await buffer.ack(first?.position ?? 0);
    buffer.rewind();
    expect([text(await buffer.read()), text(await buffer.read())]).toEqual(['b', 'c']);
    await buffer.close();
  });
}

test('the last event is not held back for a next append [R16]', async () => {
  const buffer = await openOn(new FaultyDisk());
  const read = buffer.read();
  await append(buffer, 'only');
  expect(text(await read)).toBe('only');
  await buffer.close();
});

test('stats tell events, bytes and the age of the oldest', async () => {
  let now = 1000;
  const buffer = await openOn(new FaultyDisk(), { now: () => now });
  expect(buffer.stats()).toMatchObject({ events: 0, bytes: 0, oldestAgeMs: 0 });
  await append(buffer, 'a', 2);
  now += 500;
  await append(buffer, 'b', 3);
  now += 250;
  expect(buffer.stats()).toMatchObject({ events: 5, bytes: 82, oldestAgeMs: 750 });
  await buffer.ack((await buffer.read())?.position ?? 0);
  await buffer.read();
  expect(buffer.stats()).toMatchObject({ events: 3, bytes: 41, oldestAgeMs: 250 });
  await buffer.close();
});

test('a failed write or sync rejects its append; later ones succeed [R3]', async () => {
  const disk = new FaultyDisk();
  const buffer = await openOn(disk);
  await append(buffer, 'one');
  for (const [operation, code] of [
    ['write', 'ENOSPC'],
    ['sync', 'EIO'],
    ['write', 'EIO'],
  ] as const) {
    disk.failNext(operation, code);
    await expect(append(buffer, 'lost')).rejects.toThrow(code);
  }
  await append(buffer, 'two');
  expect([text(await buffer.read()), text(await buffer.read())]).toEqual(['one', 'two']);
  await buffer.close();
  const again = await openOn(disk);
  expect(again.recovery).toMatchObject({ events: 2, lostEvents: 0 });
  await again.close();
});

test('acknowledged segments are removed from the disk', async () => {
  const disk = new FaultyDisk();
  const buffer = await openOn(disk);
  for (let i = 0; i < 20; i++) {
    await append(buffer, 'x'.repeat(150));
    await buffer.ack((await buffer.read())?.position ?? 0);
  }
  await settle();
  expect(disk.paths().filter((path) => path.includes('segment-')).length).toBeLessThanOrEqual(2);
  await buffer.close();
});

test(`${DAMAGES} damages of files never stop the start; losses are counted [R11]`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.constantFrom('flip', 'cut', 'zero'), async (seed, damage) => {
      const random = randomFrom(seed);
      const disk = new FaultyDisk();
      const options = { mode: 'durable', maxBytes: 1e6, whenFull: 'block' } as const;
      const tuning = { io: disk, segmentBytes: 600, groupMs: 0 };
      const buffer = await openBuffer(FOLDER, options, tuning);
      for (let i = 0; i < 30; i++) await append(buffer, `${i}:${'x'.repeat(random(80))}`, 1 + random(3));
      const kept = buffer.stats().events;
      await buffer.close();
      const files = disk.paths();
      const path = files[random(files.length)] ?? '';
      const content = Buffer.from(disk.contentOf(path));
      const at = random(Math.max(content.length, 1));
      if (damage === 'flip' && content.length > 0) content[at] = (content[at] ?? 0) ^ (1 << random(8));
      if (damage === 'zero') content.fill(0, at, Math.min(at + 100, content.length));
      disk.replace(path, damage === 'cut' ? content.subarray(0, at) : content);

      const again = await openBuffer(FOLDER, options, tuning);
      const { events, lostEvents } = again.recovery;
      const isPosition = path.endsWith('position');
      if (!isPosition) expect(events + lostEvents).toBe(kept);
      const numbers: number[] = [];
      for (let left = events; left > 0; ) {
        const frame = await again.read();
        left -= frame?.events ?? left;
        numbers.push(Number.parseInt(text(frame) ?? '', 10));
      }
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
      if (isPosition) expect(events).toBe(kept);
      expect(await append(again, 'after')).toBe('kept');
      expect(text(await again.read())).toBe('after');
      if (lostEvents > 0) expect(disk.paths().some((name) => name.includes('quarantine'))).toBe(true);
      await again.close();
    }),
    { numRuns: DAMAGES },
  );
}, 300_000);

test('a real disk: kept frames come back after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-buffer-'));
  try {
    const options = { mode: 'durable', maxBytes: 1e7, whenFull: 'block' } as const;
    const buffer = await openBuffer(join(folder, 'a', 'b'), options);
    await Promise.all([...Array(50).keys()].map((i) => append(buffer, `${i}`, 2)));
    for (let i = 0; i < 20; i++) await buffer.ack((await buffer.read())?.position ?? 0);
    await buffer.close();
    const again = await openBuffer(join(folder, 'a', 'b'), options);
    expect(again.recovery).toEqual({ events: 60, lostEvents: 0, corruptSegments: 0, tornBytes: 0 });
    expect(text(await again.read())).toBe('20');
    await again.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('both places of the position have their blocks before they are needed [R10]', async () => {
  const disk = new FaultyDisk();
  const position = `${FOLDER}/position`;
  const buffer = await openOn(disk);
  expect(disk.contentOf(position)).toHaveLength(8192);
  await append(buffer, 'a');
  await buffer.ack((await buffer.read())?.position ?? 0);
  await buffer.close();
  // From an earlier version, whose second slot was never written.
  disk.replace(position, disk.contentOf(position).subarray(0, 4096 + 32));
  const again = await openOn(disk);
  expect(disk.contentOf(position)).toHaveLength(8192);
  expect(again.stats().events).toBe(0);
  await again.close();
});
