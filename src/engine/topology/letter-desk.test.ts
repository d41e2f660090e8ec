import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LetterThread } from '../dead-letters/letter-thread.ts';
import type { Batch } from '../event/batch.ts';
import type { Delivery } from './delivery.ts';
import { LetterDesk } from './letter-desk.ts';

const MIB = 1 << 20;
const EVENT = Buffer.alloc(4 * MIB - 20, 'x');

// A replay waits ten seconds for memory.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('many replays at once hold no more than a few one after the other', async () => {
  let id = 0;
  const ask = async (method: string) => {
    if (method === 'newestId') return 1000;
    if (method !== 'take') return undefined;
    return { letters: [{ id: ++id, pipelineId: 'p', componentId: 'c', isText: true, event: EVENT }] };
  };
  const taken: Batch[] = [];
  // A destination that accepts nothing.
  const enter = (batch: Batch, delivery: Delivery) => {
    delivery.hold();
    taken.push(batch);
  };
  const entry = { isSource: false, enter };
  const thread = { hasLetters: true, ask } as unknown as LetterThread;
  const desk = new LetterDesk(thread, async () => ({ findLetterEntry: () => entry }));
  const replay = () => desk.answer({ siteId: 's', do: 'replay', choice: {}, to: 'node', after: 0 });
  const answered = Promise.allSettled(Array.from({ length: 40 }, replay));
  await vi.advanceTimersByTimeAsync(10_000);
  const answers = await answered;
  expect(taken.length).toBeLessThan(12);
  const refused = answers.filter(({ status }) => status === 'rejected');
  expect(refused.length + taken.length).toBe(40);
  await expect(replay()).rejects.toMatchObject({ problem: { errorName: 'ReplaysWait' } });
});
