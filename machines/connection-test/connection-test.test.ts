import { expect, test } from 'vitest';
import { driveAll } from '../../tests/harness/drive.ts';
import { actorSut, pureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { connectionTestModel } from './connection-test.model.ts';
import { reasonFor, selectIsTesting } from './connection-test.selectors.ts';

const paths = makePaths(connectionTestModel);

test('every transition: one test at a time, with a result or a failure', async () => {
  await driveAll(
    paths,
    pureSut(connectionTestModel, (snapshot) => {
      const { result, failure } = snapshot.context;
      const isTesting = snapshot.matches('testing');
      expect(selectIsTesting(snapshot)).toBe(isTesting);
      expect(result !== undefined && failure !== '').toBe(false);
      if (isTesting) expect([result, failure]).toEqual([undefined, '']);
      expect(reasonFor(snapshot, { type: 'test.requested', events: [] }) !== undefined).toBe(isTesting);
      expect(reasonFor(snapshot, { type: 'test.given.up' }) === undefined).toBe(isTesting);
    }),
  );
  await driveAll(paths, actorSut(connectionTestModel, { actors: ['test'] }));
});
