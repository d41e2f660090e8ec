import { expect, test } from 'vitest';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { sortOut } from './bulk.commands.ts';

const pipeline = (over: Partial<Pipeline>): Pipeline =>
  ({
    status: 'DEPLOYED',
    pendingAction: 'NOP',
    deployedGraphVersion: 1,
    latestGraphVersion: 1,
    pendingGraphVersion: 0,
    ...over,
  }) as Pipeline;

test('bulk deploy: leaves out what runs its newest version already, and says why', () => {
  const [runs, waits, paused] = [
    pipeline({}),
    pipeline({ latestGraphVersion: 2, pendingGraphVersion: 2 }),
    pipeline({ status: 'PAUSED' }),
  ];
  const reason = 'v1 is deployed already; edit the pipeline, or force the deployment';
  expect(sortOut([runs, waits, paused], 'DEPLOY')).toEqual({
    able: [waits, paused],
    refused: [{ pipeline: runs, reason }],
  });
});
