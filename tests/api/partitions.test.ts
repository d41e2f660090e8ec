import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createStore } from '../../src/service/store/index.ts';
import { COUNTER_COLUMNS } from '../../src/service/store/series.ts';
import { postgres } from './support/store-places.ts';

const MANUAL = readFileSync(join(import.meta.dirname, '../../src/docs/time-series.md'), 'utf8');
const AT = 1_764_000_000;

const createRow = (seconds: number, bucket: number) => ({
  ...(Object.fromEntries(COUNTER_COLUMNS.map((name) => [name, 1])) as Record<
    (typeof COUNTER_COLUMNS)[number],
    number
  >),
  seconds,
  bucket,
  pipeline_id: 'p',
  component_id: 'c',
});

test('the documented partitioning keeps figures, and the service continues', async () => {
  const place = await postgres();
  const connection = await place.connect();
  const store = await createStore(connection);
  try {
    await store.series.add([createRow(60, AT), createRow(60, AT + 60)]);
    const statements = /```sql\n([\s\S]+?)```/.exec(MANUAL)?.[1] ?? '';
    const partition = /`(create table counter_buckets_\d+_\d+ [^`]+)`/.exec(MANUAL)?.[1] ?? '';
    expect(statements).toContain('partition by range');
    const whole = statements.replace('commit;', '');
    await connection.db.connection().execute(async (db) => {
      for (const one of `${whole} commit;`.split(';').filter((text) => text.trim() !== ''))
        await sql.raw(one).execute(db);
    });
    await store.series.add([createRow(60, AT), createRow(60, AT + 120)]);
    const range = { seconds: 60, from: AT, to: AT + 180, sumOver: 60 } as const;
    const found = await store.series.read(range);
    expect(found.toSorted((a, b) => a.bucket - b.bucket).map(({ events_in }) => events_in)).toEqual([
      2, 1, 1,
    ]);
    expect(partition).toContain('for values from');
  } finally {
    await store.close();
    await place.remove();
  }
}, 120_000);
