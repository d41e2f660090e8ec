import { expect, test } from 'vitest';
import { driveAll } from '../../tests/harness/drive.ts';
import { actorSut, pureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { sortCycleModel } from './sort-cycle.model.ts';
import { selectSort, sortCycleFrom, sortOfColumn } from './sort-cycle.selectors.ts';

const paths = makePaths(sortCycleModel);

test('every transition of the sort cycle keeps column and direction together (R4-40)', async () => {
  const walked = await driveAll(
    paths,
    pureSut(sortCycleModel, (snapshot) => {
      expect(snapshot.context.sort?.direction ?? 'none').toBe(snapshot.value);
    }),
  );
  expect(walked).toBe(14);
});

test('a running actor follows the sort cycle (R4-40)', async () => {
  await driveAll(paths, actorSut(sortCycleModel));
});

test('a heading says its direction, the others none (R2.8-06)', () => {
  const sort = selectSort(sortCycleFrom({ column: 'name', direction: 'descending' }));
  expect(sortOfColumn(sort, 'name')).toBe('descending');
  expect(sortOfColumn(sort, 'status')).toBe('none');
  expect(selectSort(sortCycleFrom(undefined))).toBeUndefined();
});
