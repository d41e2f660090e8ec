import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Command, Schedule } from './testing/schedule.ts';

const SCHEDULES = process.env.PENSTOCK_TEST_LONG ? 10_000 : 500;
/** Set PENSTOCK_SEED to repeat a run. */
const SEED = Number(process.env.PENSTOCK_SEED ?? Math.floor(Math.random() * 2 ** 31));
const DAY_MS = 86_400_000;

const frame = fc.record({
  events: fc.integer({ min: 1, max: 3 }),
  padding: fc.integer({ min: 0, max: 400 }),
});
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('append' as const),
      frames: fc.array(frame, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('read' as const), count: fc.integer({ min: 1, max: 6 }) }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('ack' as const), back: fc.nat({ max: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rewind' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      operation: fc.constantFrom('open' as const, 'write' as const, 'sync' as const, 'remove' as const),
      code: fc.constantFrom('ENOSPC', 'EIO', 'EROFS'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('die' as const), after: fc.nat({ max: 8 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('power loss' as const), seed: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('clock' as const),
      ms: fc.constantFrom(DAY_MS, -DAY_MS, 3_600_000, -3_600_000, 500),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const) }) },
);

describe('a buffer under faults [R21, R2, R3, R20]', () => {
  test(`${SCHEDULES} schedules of appends, faults, crashes and restarts lose and repeat nothing`, async () => {
    console.log(`R21: ${SCHEDULES} schedules, seed ${SEED}`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(command, { minLength: 1, maxLength: 25 }),
        fc.constantFrom('block' as const, 'drop_newest' as const),
        async (commands, whenFull) => {
          await new Schedule(whenFull).run(commands);
        },
      ),
      { numRuns: SCHEDULES, endOnFailure: false, seed: SEED },
    );
  }, 1_800_000);
});

test('the same finds out a disk that answers syncs without doing them [R2]', async () => {
  const schedules = fc.sample(fc.array(command, { minLength: 10, maxLength: 25 }), {
    numRuns: 200,
    seed: 7,
  });
  let found = 0;
  for (const commands of schedules) {
    const outcome = new Schedule('block', true).run([...commands, { do: 'power loss', seed: 3 }]);
    await outcome.catch(() => found++);
  }
  console.log(`R2, negative control: found in ${found} of 200 schedules`);
  expect(found).toBeGreaterThan(20);
}, 120_000);
