import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBuffer } from './open.ts';

const FRAME = Buffer.alloc(700, 120);
const MAX_BYTES = 20_000;
const SEGMENT_BYTES = 4000;
/** One is closed by the frame that fills it. */
const LARGEST_SEGMENT = SEGMENT_BYTES + 800;

test.each(['block', 'drop_newest'] as const)(
  'reliability R9: with %s the files of a buffer never hold more than its limit and two segments, and what was kept comes',
  async (whenFull) => {
    const folder = mkdtempSync(join(tmpdir(), 'size-'));
    const segments = () => readdirSync(folder).filter((name) => name !== 'position');
    const held = () =>
      segments().reduce(
        (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
        0,
      );
    try {
      const options = { mode: 'durable', maxBytes: MAX_BYTES, whenFull } as const;
      const buffer = await openBuffer(folder, options, {
        segmentBytes: SEGMENT_BYTES,
        groupMs: 0,
        groupBytes: FRAME.length,
      });
      const outcomes: Promise<string>[] = [];
      let most = 0;
      let read = 0;
      const append = () => {
        const outcome = buffer.append([FRAME], 1);
        outcomes.push(outcome);
        return outcome;
      };
      for (let n = 0; n < 26; n++) await append();
      for (let n = 0; n < 150; n++) {
        // One more than there is room for.
        void append();
        void append();
        const frame = await buffer.read();
        await buffer.ack(frame?.position ?? 0);
        read++;
        most = Math.max(most, held());
      }
      expect(most).toBeGreaterThan(MAX_BYTES / 2);
      // The oldest, of which a part was acknowledged, and one that is being removed.
      expect(most).toBeLessThanOrEqual(MAX_BYTES + 2 * LARGEST_SEGMENT);
      const isDone = Promise.all(outcomes);
      const { droppedEvents } = buffer.stats();
      expect(droppedEvents > 0).toBe(whenFull === 'drop_newest');
      for (; read < outcomes.length - droppedEvents; read++)
        await buffer.ack((await buffer.read())?.position ?? 0);
      expect((await isDone).filter((outcome) => outcome === 'kept')).toHaveLength(read);
      await buffer.close();
      expect(held()).toBeLessThanOrEqual(LARGEST_SEGMENT);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  60_000,
);
