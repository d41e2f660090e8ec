import { describe, expect, test } from 'vitest';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { createChangeRequestModel } from './change-request.model.ts';
import {
  applyRequestEvent,
  approveRefusal,
  type ChangeRequestState,
  getRequestState,
  mergeRefusal,
  rebaseRefusal,
  revertRefusal,
  unapproveRefusal,
  withdrawRefusal,
} from './change-request.selectors.ts';

const toFace = (state: ChangeRequestState, isApproved = state === 'APPROVED', needsApproval = false) => ({
  status: state === 'CONFLICT' || state === 'APPROVED' ? ('OPEN' as const) : state,
  hasConflict: state === 'CONFLICT',
  approvedBy: isApproved ? 'bob@example.org' : '',
  needsApproval,
});

describe.each([false, true])('needing approval: %s', (needsApproval) => {
  test('every transition: merged and closed ones neither merge nor withdraw [E11, R3-59]', async () => {
    const model = createChangeRequestModel({ needsApproval, isApproved: false });
    const paths = makePaths(model);
    await driveAll(
      paths,
      createPureSut(model, ({ value, context }) => {
        const face = toFace(value, context.isApproved, needsApproval);
        expect(getRequestState(face)).toBe(value);
        const isFree = value === 'APPROVED' || (value === 'OPEN' && !needsApproval);
        expect(mergeRefusal(face) === undefined).toBe(isFree);
        expect(approveRefusal({ ...face, isOwn: false }) === undefined).toBe(value === 'OPEN');
        const isApproved = context.isApproved && (value === 'APPROVED' || value === 'CONFLICT');
        expect(unapproveRefusal({ ...face, isApprover: true }) === undefined).toBe(isApproved);
        expect(revertRefusal(face) === undefined).toBe(value === 'MERGED' || value === 'FAILED');
        expect(rebaseRefusal(face) === undefined).toBe(value === 'CONFLICT');
        expect(withdrawRefusal(face) === undefined).toBe(['OPEN', 'APPROVED', 'CONFLICT'].includes(value));
      }),
    );
    await driveAll(paths, createActorSut(model));
  });
});

test.each([
  ['OPEN', 'request.merge', 'MERGED'],
  ['OPEN', 'base.moved', 'OPEN'],
  ['OPEN', 'request.approve', 'OPEN'],
  ['APPROVED', 'request.merge', 'MERGED'],
  ['APPROVED', 'request.approve', undefined],
  ['APPROVED', 'approval.withdraw', 'OPEN'],
  ['OPEN', 'approval.withdraw', undefined],
  ['CONFLICT', 'request.merge', undefined],
  ['CONFLICT', 'request.rebase', 'OPEN'],
  ['CONFLICT', 'request.withdraw', 'CLOSED'],
  ['MERGED', 'apply.failed', 'FAILED'],
  ['FAILED', 'apply.succeeded', 'MERGED'],
  ['CLOSED', 'request.merge', undefined],
] as const)('a request that is %s stores after %s: %s [R3-59]', (state, type, status) => {
  expect(applyRequestEvent(toFace(state), { type })).toBe(status);
});

test('a conflict says that the base has moved, and what to do', () => {
  expect(mergeRefusal(toFace('CONFLICT'))).toMatch(/base has moved.*Rebase it/);
});

test('an approval is taken back by whoever gave it', () => {
  const face = toFace('APPROVED');
  expect(unapproveRefusal({ ...face, isApprover: false })).toBe(
    'Only bob@example.org can take this approval back',
  );
  expect(unapproveRefusal({ ...face, isApprover: true })).toBeUndefined();
});

test('where two are asked for, nobody approves their own', () => {
  const face = toFace('OPEN', false, true);
  expect(mergeRefusal(face)).toMatch(/someone else has to approve/);
  expect(approveRefusal({ ...face, isOwn: true })).toMatch(/nobody approves their own/);
  expect(approveRefusal({ ...face, isOwn: false })).toBeUndefined();
  expect(approveRefusal({ ...toFace('OPEN'), isOwn: true })).toBeUndefined();
});
