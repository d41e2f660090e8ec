import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toFailure } from '../../src/service/http/errors.ts';
import { type Place, postgres, sqlite } from './support/store-places.ts';

/** Far below the duration of the slow query and far above the fast one, on any machine. */
const LIMIT_MS = 250;
const LONG = sql`with recursive counted(n) as
  (select 1 union all select n + 1 from counted where n < 8000000) select count(*) from counted`;

describe.each([
  ['SQLite', sqlite],
  ['PostgreSQL', postgres],
] as const)('%s', (_, make) => {
  let place: Place;
  beforeAll(async () => {
    place = await make();
  }, 120_000);
  afterAll(() => place.remove());

  test('a slow query ends with a reason; the next is answered', async () => {
    const connection = await place.connect(LIMIT_MS);
    try {
      const failure = await LONG.execute(connection.reader).catch((error: unknown) => toFailure(error, 'r'));
      expect(failure).toMatchObject({ status: 422, body: { code: 'QUERY_TIMEOUT' }, cause: undefined });
      expect(JSON.stringify(failure)).toContain('Choose a shorter time range');
      // An aborted thread first ends its current step, so the next query may wait.
      await expect
        .poll(() => sql`select 1 as one`.execute(connection.reader).then(({ rows }) => rows, String), {
          timeout: 60_000,
        })
        .toEqual([{ one: 1 }]);
    } finally {
      await connection.reader.destroy();
      await connection.db.destroy();
    }
  }, 120_000);
});
