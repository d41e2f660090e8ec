import fc from 'fast-check';
import { test } from 'vitest';
import { type Command, Schedule } from './testing/schedule.ts';

const SCHEDULES = Number(process.env.PENSTOCK_SCHEDULES ?? 500);

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
      code: fc.constantFrom('ENOSPC', 'EIO'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('die' as const), after: fc.nat({ max: 8 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('power loss' as const), seed: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const) }) },
);

test(`R2, R3, R9: ${SCHEDULES} schedules of appends, reads, faults, crashes and restarts lose nothing that was kept`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(command, { minLength: 1, maxLength: 25 }),
      fc.constantFrom('block' as const, 'drop_newest' as const),
      async (commands, whenFull) => {
        await new Schedule(whenFull).run(commands);
      },
    ),
    { numRuns: SCHEDULES, endOnFailure: false },
  );
}, 600_000);
