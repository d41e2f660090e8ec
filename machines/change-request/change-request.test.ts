import { expect, test } from 'vitest';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { changeRequestModel } from './change-request.model.ts';
import {
  applyRequestEvent,
  type ChangeRequestState,
  getRequestState,
  mergeRefusal,
  withdrawRefusal,
} from './change-request.selectors.ts';

const toFace = (state: ChangeRequestState) =>
  state === 'CONFLICT'
    ? { status: 'OPEN' as const, hasConflict: true }
    : { status: state, hasConflict: false };

test('every transition: merged and closed ones neither merge nor withdraw [E11, R3-59]', async () => {
  const paths = makePaths(changeRequestModel);
  await driveAll(
    paths,
    createPureSut(changeRequestModel, ({ value }) => {
      const face = toFace(value);
      expect(getRequestState(face)).toBe(value);
      expect(mergeRefusal(face) === undefined).toBe(value === 'OPEN');
      expect(withdrawRefusal(face) === undefined).toBe(value === 'OPEN' || value === 'CONFLICT');
    }),
  );
  await driveAll(paths, createActorSut(changeRequestModel));
});

test.each([
  ['OPEN', 'request.merge', 'MERGED'],
  ['OPEN', 'base.moved', 'OPEN'],
  ['CONFLICT', 'request.merge', undefined],
  ['CONFLICT', 'request.withdraw', 'CLOSED'],
  ['MERGED', 'apply.failed', 'FAILED'],
  ['FAILED', 'apply.succeeded', 'MERGED'],
  ['CLOSED', 'request.merge', undefined],
] as const)('a request that is %s stores after %s: %s [R3-59]', (state, type, status) => {
  expect(applyRequestEvent(toFace(state), { type })).toBe(status);
});

test('a conflict says that the base has moved, and what to do', () => {
  expect(mergeRefusal(toFace('CONFLICT'))).toMatch(/base has moved.*Withdraw it/);
});
