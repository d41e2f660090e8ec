import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Batch } from '../event/batch.ts';
import { BatchPool } from './batch-pool.ts';
import { divideBatch, type Gathered, type Share, sumOf } from './divide-batch.ts';

const sizes = fc.array(
  fc.array(fc.record({ length: fc.integer({ min: 1, max: 40 }), isDropped: fc.boolean() })),
  {
    minLength: 1,
    maxLength: 8,
  },
);

const textsOf = ({ batch }: Gathered) =>
  Array.from({ length: batch.count }, (_, ev) => ev)
    .filter((ev) => batch.isLive(ev))
    .map((ev) => `${batch.idOf(ev)} ${batch.bytesOf(ev)}`);

test('writes hold all events in order, within the limits, and end each entry once', () => {
  fc.assert(
    fc.property(
      sizes,
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 200 }),
      (given, maxEvents, maxBytes) => {
        const batch = new Batch();
        const ended: number[] = [];
        const end = (n: number) => {
          ended.push(n);
          return null;
        };
        const entries: Share[] = given.map((events, n) => {
          let count = 0;
          let bytes = 0;
          for (const { length, isDropped } of events) {
            const ev = batch.appendRaw(Buffer.alloc(length, 97 + (n % 26)));
            batch.setId(ev, `${n}.${ev}`);
            if (isDropped) batch.drop(ev);
            else {
              count++;
              bytes += length;
            }
          }
          return { events: count, bytes, arrivedAt: n, done: () => end(n) };
        });
        const pool = new BatchPool();
        const all = textsOf({ batch, entries });
        const found: string[] = [];
        let rest: Gathered | null = { batch, entries };
        while (rest !== null) {
          const divided: ReturnType<typeof divideBatch> = divideBatch(rest, { maxEvents, maxBytes }, pool);
          const write: Gathered = divided?.fitting ?? rest;
          rest = divided?.rest ?? null;
          const texts = textsOf(write);
          const size = texts.join('').length - texts.reduce((sum, text) => sum + text.indexOf(' ') + 1, 0);
          expect(texts.length).toBe(sumOf(write.entries).events);
          expect(texts.length <= 1 || (texts.length <= maxEvents && size <= maxBytes)).toBe(true);
          found.push(...texts);
          const before: Set<number> = new Set(ended);
          for (const entry of write.entries) entry.done();
          if (rest !== null)
            for (const { arrivedAt, events } of rest.entries)
              if (events > 0) expect(before.has(arrivedAt) || ended.includes(arrivedAt)).toBe(false);
        }
        expect(found).toEqual(all);
        expect(ended.toSorted((a, b) => a - b)).toEqual(given.map((_, n) => n));
      },
    ),
  );
});
