import { expect, test } from 'vitest';
import { createTurns, type TurnLimits } from './turns.ts';

const begunBy = (limits: TurnLimits = { atOnce: 2, waiting: 6, ofOne: 4 }) => {
  const turns = createTurns(limits);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const take = (caller: string) =>
    turns.take(caller).then((end) => {
      begun.push(caller);
      ends.push(end);
    });
  return { begun, ends, take };
};

test('two run at once; the next begins when one ends', async () => {
  const { begun, ends, take } = begunBy();
  await Promise.all([take('a'), take('b')]);
  const third = take('c');
  await Promise.resolve();
  expect(begun).toEqual(['a', 'b']);
  ends[0]?.();
  ends[0]?.();
  await third;
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('a caller with few under way comes before one with many', async () => {
  const { begun, ends, take } = begunBy({ atOnce: 3, waiting: 6, ofOne: 4 });
  const all = [take('flood'), take('bob'), take('flood'), take('flood'), take('ada')];
  await Promise.all(all.slice(0, 3));
  ends[0]?.();
  await all[4];
  expect(begun).toEqual(['flood', 'bob', 'flood', 'ada']);
});

test('one caller never has all turns', async () => {
  const { begun, ends, take } = begunBy();
  void take('flood');
  const second = take('flood');
  await take('ada');
  expect(begun).toEqual(['flood', 'ada']);
  ends[1]?.();
  await Promise.resolve();
  expect(begun).toEqual(['flood', 'ada']);
  ends[0]?.();
  await second;
});

test('a caller whose turn takes long gets another one, and leaves one to others', async () => {
  const { begun, ends, take } = begunBy({ atOnce: 3, waiting: 6, ofOne: 4, longMs: 50 });
  const all = [take('a'), take('a'), take('a')];
  await all[0];
  await Promise.resolve();
  expect(begun).toEqual(['a']);
  await all[1];
  await new Promise((resolve) => setTimeout(resolve, 100));
  await take('b');
  expect(begun).toEqual(['a', 'a', 'b']);
  ends[0]?.();
  await all[2];
});

test('a turn that ends soon is followed at once', async () => {
  const { begun, ends, take } = begunBy({ atOnce: 3, waiting: 6, ofOne: 4, longMs: 60_000 });
  const all = [take('a'), take('a')];
  await all[0];
  ends[0]?.();
  await all[1];
  expect(begun).toEqual(['a', 'a']);
});

test('what is given up while it waits makes room', async () => {
  const turns = createTurns({ atOnce: 1, waiting: 3, ofOne: 2 });
  const end = await turns.take('a');
  const typed = new AbortController();
  const former = turns.take('a', typed.signal);
  typed.abort();
  await expect(former).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  const newest = turns.take('a', new AbortController().signal);
  end();
  await expect(newest).resolves.toBeTypeOf('function');
});

test('what is too much for one caller, or for all, is refused with a time', async () => {
  const { take } = begunBy({ atOnce: 1, waiting: 3, ofOne: 2 });
  const refused = { code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 5 };
  void take('a');
  void take('a');
  await expect(take('a')).rejects.toMatchObject({
    ...refused,
    message: '2 of your previews, tests, reads and searches are running; try again in 5 s',
  });
  void take('b');
  void take('c');
  await expect(take('d')).rejects.toMatchObject({
    ...refused,
    message: 'Too many previews, tests, reads and searches are waiting; try again in 5 s',
  });
});
