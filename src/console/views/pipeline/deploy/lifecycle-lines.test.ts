import { describe, expect, test } from 'vitest';
import { buildLifecycleChart } from '../../../../../machines/pipeline-lifecycle/pipeline-lifecycle.chart.ts';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import { listStateLines } from './lifecycle-lines.ts';

const chart = buildLifecycleChart();
const pipeline = (over: Partial<Pipeline> = {}) =>
  ({
    status: 'DEPLOYED',
    pendingAction: 'NOP',
    deployedGraphVersion: 1,
    latestGraphVersion: 2,
    pendingGraphVersion: 2,
    ...over,
  }) as Pipeline;

describe('the state a pipeline is in', () => {
  test('every command with its target; closed ones with their reason', () => {
    const { commands } = listStateLines(chart, pipeline(), 'Deployed');
    expect(commands).toEqual([
      { commandId: 'pipeline.deploy', to: 'Deploying', reason: undefined },
      { commandId: 'pipeline.delete', to: 'Deleting', reason: undefined },
      { commandId: 'pipeline.pause', to: 'Pausing', reason: undefined },
      { commandId: 'pipeline.bypass', to: 'Bypassing', reason: undefined },
      {
        commandId: 'pipeline.cancelAction',
        to: undefined,
        reason: 'Nothing to cancel: no action is pending',
      },
    ]);
  });

  test('while an action is pending only the cancel is open', () => {
    const { commands } = listStateLines(chart, pipeline({ pendingAction: 'PAUSE' }), 'Pausing');
    expect(commands.filter(({ reason }) => reason === undefined).map(({ commandId }) => commandId)).toEqual([
      'pipeline.cancelAction',
    ]);
    expect(commands[0]?.reason).toBe('Pipeline is Pausing; wait until it ends or cancel');
  });

  test('a paused pipeline is resumed [R4-127]', () => {
    const { commands } = listStateLines(chart, pipeline({ status: 'PAUSED' }), 'Paused');
    expect(commands[0]).toEqual({ commandId: 'pipeline.resume', to: 'Deploying', reason: undefined });
  });
});

test('commands of other states say that the pipeline is not there', () => {
  const { commands, outcomes } = listStateLines(chart, pipeline(), 'Deploying');
  expect(commands).toEqual([
    {
      commandId: 'pipeline.cancelAction',
      to: 'Cancelling',
      reason: 'Only when the pipeline is Deploying; it is Deployed now',
    },
  ]);
  expect(outcomes).toEqual([
    { to: 'Deployed', text: 'The engine runs the version' },
    { to: 'Error', text: 'It fails; nothing ran before' },
    { to: 'Deployed, rolled back', text: 'It fails: the previous version keeps running' },
  ]);
});

test('nothing leads out of Deleted', () => {
  expect(listStateLines(chart, pipeline(), 'Deleted')).toEqual({ commands: [], outcomes: [] });
});
