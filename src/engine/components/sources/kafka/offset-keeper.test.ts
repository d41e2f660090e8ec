import { expect, it } from 'vitest';
import { until } from '../../testing/contexts.ts';
import { keyOf, type Position } from './group-commit.ts';
import { OffsetKeeper } from './offset-keeper.ts';

const at = (partition: number, offset: bigint): Position => ({
  topic: 't',
  partition,
  offset,
  leaderEpoch: 0,
});
const positions = (...list: Position[]) => new Map(list.map((one) => [keyOf(one), one]));
const texts = (list: readonly Position[]) => list.map(({ partition, offset }) => `${partition}:${offset}`);

it('commits no offset before all deliveries up to it are acknowledged', async () => {
  const commits: string[][] = [];
  const keeper = new OffsetKeeper(1, async (due) => void commits.push(texts(due)));
  const first = keeper.delivered(positions(at(0, 10n)));
  const second = keeper.delivered(positions(at(0, 20n), at(1, 5n)));
  second();
  await keeper.flush();
  expect(commits).toEqual([]);
  first();
  await keeper.flush();
  expect(commits).toEqual([['0:20', '1:5']]);
  await keeper.end();
  expect(commits).toHaveLength(1);
});

it('commits again what could not be committed, and once what could', async () => {
  const commits: string[][] = [];
  let failures = 2;
  const keeper = new OffsetKeeper(1, async (due) => {
    if (failures-- > 0) throw new Error('coordinator gone');
    commits.push(texts(due));
  });
  keeper.delivered(positions(at(0, 1n)))();
  await until(() => expect(commits).toEqual([['0:1']]));
  await keeper.end();
  expect(commits).toEqual([['0:1']]);
});

it('commits the first acknowledgement at once, later ones after the pause', async () => {
  const commits: string[][] = [];
  const keeper = new OffsetKeeper(60_000, async (due) => void commits.push(texts(due)));
  keeper.delivered(positions(at(0, 1n)))();
  await until(() => expect(commits).toEqual([['0:1']]));
  keeper.delivered(positions(at(0, 2n)))();
  keeper.delivered(positions(at(0, 3n)))();
  expect(commits).toHaveLength(1);
  await keeper.end();
  expect(commits).toEqual([['0:1'], ['0:3']]);
});

it('ignores acknowledgements after its end', async () => {
  const commits: string[][] = [];
  const keeper = new OffsetKeeper(1, async (due) => void commits.push(texts(due)));
  const late = keeper.delivered(positions(at(0, 1n)));
  await keeper.end();
  late();
  await keeper.flush();
  expect(commits).toEqual([]);
});
