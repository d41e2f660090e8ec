import { expect, test } from 'vitest';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { findReason, selectIsTesting } from './connection-test.machine.ts';
import { connectionTestModel } from './connection-test.model.ts';

const paths = makePaths(connectionTestModel);

test('every transition: one test at a time, with a result or a failure', async () => {
  await driveAll(
    paths,
    createPureSut(connectionTestModel, (snapshot) => {
      const { result, failure } = snapshot.context;
      const isTesting = snapshot.matches('testing');
      expect(selectIsTesting(snapshot)).toBe(isTesting);
      expect(result !== undefined && failure !== '').toBe(false);
      if (isTesting) expect([result, failure]).toEqual([undefined, '']);
      expect(findReason(snapshot, { type: 'test.requested', events: [] }) !== undefined).toBe(isTesting);
      expect(findReason(snapshot, { type: 'test.given.up' }) === undefined).toBe(isTesting);
    }),
  );
  await driveAll(paths, createActorSut(connectionTestModel, { actors: ['test'] }));
});
