import fc from 'fast-check';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { createStore } from '../../src/service/store/index.ts';
import { MIGRATIONS } from '../../src/service/store/migrations.ts';
import { openSqlite } from '../../src/service/store/open.ts';
import { COUNTER_COLUMNS, HOUR_SECONDS, MINUTE_SECONDS, splitRange } from '../../src/service/store/series.ts';

const HOUR0 = 1_800_000_000 - (1_800_000_000 % HOUR_SECONDS);
const LATER = [
  'objects_written',
  'bytes_dropped',
  'bytes_dead_letter',
  'events_waiting',
  'bytes_waiting',
] as readonly string[];
const nothing = Object.fromEntries(
  COUNTER_COLUMNS.flatMap((name) => (LATER.includes(name) ? [] : [[name, 0]])),
) as Record<(typeof COUNTER_COLUMNS)[number], number>;

const createMinute = (at: number, events_in: number) => ({
  ...nothing,
  events_in,
  seconds: MINUTE_SECONDS,
  bucket: HOUR0 + at * MINUTE_SECONDS,
  pipeline_id: 'p',
  component_id: 'c',
});

const sumEventsIn = (rows: { events_in: number }[]) => rows.reduce((sum, row) => sum + row.events_in, 0);

test('counts from before hourly rows read the same by hours', async () => {
  const connection = await openSqlite(':memory:');
  const migrator = new Migrator({ db: connection.db, provider: { getMigrations: async () => MIGRATIONS } });
  await migrator.migrateTo('0006-lookups');
  const minutes = Array.from({ length: 300 }, (_, at) => createMinute(at, at + 1));
  await connection.db.insertInto('counter_buckets').values(minutes).execute();
  const store = await createStore(connection);
  for (const [first, last] of [
    [0, 300],
    [17, 283],
    [60, 240],
    [61, 119],
  ] as const) {
    const from = HOUR0 + first * MINUTE_SECONDS;
    const to = HOUR0 + last * MINUTE_SECONDS;
    const rows = await store.series.read({ seconds: MINUTE_SECONDS, from, to, sumOver: 'range' });
    expect(sumEventsIn(rows)).toBe(sumEventsIn(minutes.slice(first, last)));
    expect(new Set(rows.map((row) => row.bucket))).toEqual(new Set([from]));
  }
  const byTwoHours = await store.series.read({
    seconds: MINUTE_SECONDS,
    from: HOUR0,
    to: HOUR0 + 4 * HOUR_SECONDS,
    sumOver: 2 * HOUR_SECONDS,
  });
  const evenHour = HOUR0 - (HOUR0 % (2 * HOUR_SECONDS));
  for (const { bucket } of byTwoHours) expect((bucket - evenHour) % (2 * HOUR_SECONDS)).toBe(0);
  expect(sumEventsIn(byTwoHours)).toBe(sumEventsIn(minutes.slice(0, 240)));
  await store.close();
});

test('parts of a range adjoin without gaps, few of them minutes', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(90_000), (start, length) => {
      const from = HOUR0 + start * MINUTE_SECONDS;
      const to = from + (length + 1) * MINUTE_SECONDS;
      const parts = splitRange({ seconds: MINUTE_SECONDS, from, to, sumOver: 'range' });
      expect(parts[0]?.from).toBe(from);
      expect(parts.at(-1)?.to).toBe(to);
      for (const [index, part] of parts.entries()) {
        expect(part.from % part.seconds).toBe(0);
        expect(part.to % part.seconds).toBe(0);
        if (index > 0) expect(part.from).toBe(parts[index - 1]?.to);
      }
      const minutes = parts.filter(({ seconds }) => seconds === MINUTE_SECONDS);
      const read = minutes.reduce((sum, part) => sum + (part.to - part.from) / MINUTE_SECONDS, 0);
      expect(read).toBeLessThan(120);
    }),
  );
});
