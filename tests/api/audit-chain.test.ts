import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signRow, verifyChain } from '../../src/service/audit/chain.ts';
import type { AuditRow } from '../../src/service/store/schema.ts';
import { createSealer } from '../../src/service/store/sealing.ts';
import { makePipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';
import { postgres, sqlite } from './support/store-places.ts';

describe.each([
  ['SQLite', sqlite],
  ['PostgreSQL', postgres],
])('the chain of records on %s', (_, makePlace) => {
  let place: Awaited<ReturnType<typeof makePlace>>;
  let api: TestService;
  let rows: AuditRow[];

  beforeEach(async () => {
    place = await makePlace();
    api = await startService({ store: await place.open() });
    await Promise.all(['a', 'b', 'c'].map((name) => makePipeline(api, name)));
    rows = await api.store.audit.after(0, 100);
  }, 120_000);
  afterEach(async () => {
    await api.stop();
    await api.store.close();
    await place.remove();
  }, 180_000);

  const sealer = createSealer(Buffer.alloc(32, 7));
  const check = (changed: AuditRow[], by = sealer) =>
    verifyChain(by, async (sequence, limit) =>
      changed.filter((row) => row.sequence > sequence).slice(0, limit),
    );

  test('an intact chain verifies; changed, removed or inserted records show', async () => {
    const { body } = await api.call('verifyAuditRecords');
    expect(body).toEqual({
      isIntact: true,
      records: 3,
      brokenAt: 0,
      reason: '',
      lastHash: rows.at(-1)?.hash,
    });
    const [first, second, third] = rows;
    if (!first || !second || !third) throw new Error('three records were expected');

    for (const column of Object.keys(second)) {
      const value = Reflect.get(second, column);
      const forged = { ...second, [column]: typeof value === 'number' ? value + 1 : `${value}x` };
      expect(await check([first, forged, third]), column).toMatchObject({ isIntact: false, brokenAt: 2 });
    }
    expect(await check([first, third])).toMatchObject({ isIntact: false, brokenAt: 2 });
    expect(await check([second, third])).toMatchObject({ isIntact: false, brokenAt: 1 });
    const replaced = { ...second, user_name: 'mallory' };
    const rebound = { ...replaced, hash: signRow(sealer, replaced) };
    expect(await check([first, rebound, third])).toMatchObject({ isIntact: false, brokenAt: 3 });
    expect(await check(rows, createSealer(Buffer.alloc(32, 8)))).toMatchObject({ brokenAt: 1 });
    // Rows removed at the end show only by comparing the last hash with a noted one.
    expect(await check([first, second])).toMatchObject({ isIntact: true, lastHash: second.hash });
  });
});
