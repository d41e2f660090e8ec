import { expect, test } from 'vitest';
import type { PendingAction, PipelineAction, PipelineStatus } from '../../../contract/enums.ts';
import { isAsLeft } from './require-as-left.ts';

const pipelineId = '300000000000000001';
const body = (action: PipelineAction, graphVersion?: number) => ({
  pipelineId,
  action,
  ...(graphVersion === undefined ? {} : { graphVersion }),
});
const state = (
  status: PipelineStatus,
  deployedGraphVersion: number,
  pendingAction: PendingAction = 'NOP',
) => ({
  status,
  deployedGraphVersion,
  pendingAction,
  pendingGraphVersion: 0,
});

test.each([
  ['paused', state('PAUSED', 4), body('PAUSE'), body('DEPLOY', 4), true],
  ['being paused', state('DEPLOYED', 4, 'PAUSE'), body('PAUSE'), body('DEPLOY', 4), true],
  ['resumed since', state('DEPLOYED', 4), body('PAUSE'), body('DEPLOY', 4), false],
  ['deployed and paused since', state('PAUSED', 5), body('PAUSE'), body('DEPLOY', 4), false],
  ['bypassed since', state('BYPASSED', 4), body('PAUSE'), body('DEPLOY', 4), false],
  ['deleted since', state('DELETED', 4), body('PAUSE'), body('DEPLOY', 4), false],
  ['bypassed', state('BYPASSED', 4), body('BYPASS'), body('DEPLOY', 4), true],
  ['bypassed when paused', state('BYPASSED', 4), body('BYPASS'), body('PAUSE'), true],
  ['deployed', state('DEPLOYED', 5), body('DEPLOY', 5), body('DEPLOY', 4), true],
  ['being deployed', state('DEPLOYED', 4, 'DEPLOY'), body('DEPLOY', 5), body('DEPLOY', 4), true],
  ['a later version runs', state('DEPLOYED', 6), body('DEPLOY', 5), body('DEPLOY', 4), false],
  ['paused since its deployment', state('PAUSED', 5), body('DEPLOY', 5), body('DEPLOY', 4), false],
  ['being paused since', state('DEPLOYED', 5, 'PAUSE'), body('DEPLOY', 5), body('PAUSE'), false],
] as const)('undo of an action: %s', (_, now, done, undo, isLeft) => {
  expect(isAsLeft(now, done, undo)).toBe(isLeft);
});
