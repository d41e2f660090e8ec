import { expect, test } from 'vitest';
import { describeReplay } from './letter-words.ts';

test.each([
  [{ replayed: 1 }, '1 dead letter replayed'],
  [
    { replayed: 1200, inProgress: 2 },
    '1,200 dead letters replayed, 2 in progress until their destination accepts them',
  ],
  [{ inProgress: 2 }, '2 dead letters in progress until their destination accepts them'],
  [{}, 'No dead letter was replayed: they are gone already'],
  [
    { replayed: 3, refused: 1, reason: 'The pipeline does not run' },
    '1 dead letter not replayed: The pipeline does not run; 3 dead letters replayed',
  ],
])('a replay says what became of the letters: %j', (part, message) => {
  const outcome = { replayed: 0, inProgress: 0, refused: 0, reason: '', ...part };
  expect(describeReplay(outcome).message).toBe(message);
});
