import { expect, test } from 'vitest';
import { PENDING_ACTIONS, PIPELINE_STATUSES } from '../../src/contract/enums.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { buildLifecycleChart, getChartState } from './pipeline-lifecycle.chart.ts';
import { lifecycleModel } from './pipeline-lifecycle.model.ts';
import { getDisplay } from './pipeline-lifecycle.selectors.ts';

const chart = buildLifecycleChart();
const ids = chart.states.map(({ id }) => id);

test('chart: it has exactly the states of the machine', () => {
  const reachable = new Set(
    [...makePaths(lifecycleModel).states.values()].map(({ value, context }) =>
      getChartState({
        status: value as (typeof PIPELINE_STATUSES)[number],
        pendingAction: context.pendingAction,
      }),
    ),
  );
  expect(new Set(ids)).toEqual(reachable);
  expect(ids).toHaveLength(12);
});

test('chart: every stored status and pending action has a place', () => {
  for (const status of PIPELINE_STATUSES)
    for (const pendingAction of PENDING_ACTIONS)
      expect(ids).toContain(getChartState({ status, pendingAction }));
});

test.each([
  ['Not Deployed', 'Deploying', 'pipeline.deploy'],
  ['Deploying', 'Deployed', 'engine.deployed'],
  ['Deploying', 'Deployed, rolled back', 'engine.failed'],
  ['Deploying', 'Error', 'engine.failed'],
  ['Deployed', 'Pausing', 'pipeline.pause'],
  ['Paused', 'Deploying', 'pipeline.deploy'],
  ['Pausing', 'Cancelling', 'pipeline.cancel'],
  ['Cancelling', 'Bypassed', 'engine.cancelled'],
])('%s leads to %s by %s [E1]', (from, to, by) => {
  expect(chart.transitions).toContainEqual({ from, to, by });
});

test('nothing leads out of Deleted, and nothing but a deletion into Deleting', () => {
  expect(chart.transitions.filter(({ from }) => from === 'Deleted')).toEqual([]);
  const into = chart.transitions.filter(({ to }) => to === 'Deleting');
  expect(new Set(into.map(({ by }) => by))).toEqual(new Set(['pipeline.delete']));
});

test('states lie in the order a pipeline goes through them', () => {
  const depth = (id: string) => chart.states.find((state) => state.id === id)?.depth ?? -1;
  expect(['Not Deployed', 'Deploying', 'Deployed', 'Pausing', 'Paused'].map(depth)).toEqual([0, 1, 2, 3, 4]);
  expect(depth('Deleted')).toBeGreaterThan(depth('Deleting'));
  expect(getDisplay({ status: 'ROLLED_BACK', pendingAction: 'NOP' }).label).toBe('Deployed');
});
