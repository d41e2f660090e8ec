import { expect, it } from 'vitest';
import { TurnsByKey } from './turns.ts';

it('tasks of one key run in order, also after a failure; others beside them', async () => {
  const turns = new TurnsByKey();
  const done: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = turns.run('a', async () => {
    await gate.promise;
    done.push('first');
    throw new Error('no');
  });
  const second = turns.run('a', async () => done.push('second'));
  await turns.run('b', async () => done.push('other'));
  expect(done).toEqual(['other']);
  gate.resolve();
  await expect(first).rejects.toThrow('no');
  await second;
  await turns.run('a', async () => done.push('third'));
  expect(done).toEqual(['other', 'first', 'second', 'third']);
});
