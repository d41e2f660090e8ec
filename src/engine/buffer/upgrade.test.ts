import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { decodeBatch } from '../event/encode.ts';
import { openBuffer } from './open.ts';

/** One folder per format that a release wrote. Never change or remove one. */
const FIXTURES = join(import.meta.dirname, 'testing/fixtures');
/** Each fixture holds 60 events in frames of 3, the first 15 acknowledged. */
const EVENTS = Array.from({ length: 60 }, (_, i) =>
  i % 2 === 0 ? `{"id":${i},"text":"kept \u00e9"}` : `line ${i} of plain text`,
);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-upgrade-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each(readdirSync(FIXTURES))(
  'a buffer written by %s: 45 of 45 events, in order [R18]',
  async (release) => {
    cpSync(join(FIXTURES, release), folder, { recursive: true });
    const buffer = await openBuffer(folder, { mode: 'durable', maxBytes: 1e6, whenFull: 'block' });
    expect(buffer.recovery).toMatchObject({ events: 45, lostEvents: 0, corruptSegments: 0 });
    const texts: string[] = [];
    while (buffer.stats().events > 0) {
      const frame = await buffer.read();
      if (!frame) break;
      const batch = decodeBatch(frame.payload);
      for (let ev = 0; ev < batch.count; ev++) texts.push(batch.bytesOf(ev).toString());
      await buffer.ack(frame.position);
    }
    expect(texts).toEqual(EVENTS.slice(15));
    await buffer.close();
  },
);
