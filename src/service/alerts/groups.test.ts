import { expect, test } from 'vitest';
import { CONDITION } from '../../../tests/api/support/alert-rows.ts';
import { describeAlert } from '../../contract/alerts/texts.ts';
import type { AlertCondition } from '../../contract/entities/alert.ts';
import { combinePoints, groupTargets } from './groups.ts';
import type { Watched } from './targets.ts';

const destination = (pipeline: string, name: string): Watched => ({
  kind: 'destination',
  name,
  pipelineId: pipeline,
  pipelineName: pipeline,
  nodeId: name,
  componentId: name,
  id: name,
  key: `${pipeline}/${name}`,
});

const THINGS = [destination('web', 's3'), destination('web', 'splunk'), destination('app', 's3')];
const build = (more: Partial<AlertCondition>): AlertCondition => ({ ...CONDITION, metric: 'lag', ...more });
const listNames = (more: Partial<AlertCondition>) =>
  groupTargets(THINGS, build(more)).map(({ target, things }) => `${target.name} ${things.length}`);

test('a rule groups by thing, pipeline, connection, or all it watches', () => {
  expect(listNames({})).toEqual(['s3 1', 'splunk 1', 's3 1']);
  expect(listNames({ groupBy: 'PIPELINE' })).toEqual(['web 2', 'app 1']);
  expect(listNames({ groupBy: 'CONNECTION' })).toEqual(['s3 2', 'splunk 1']);
  expect(listNames({ groupBy: 'RULE' })).toEqual(['3 destinations 3']);
  expect(groupTargets([], build({ groupBy: 'RULE' }))).toEqual([]);
});

test.each([
  ['what is counted adds up', { metric: 'errors', aggregation: 'SUM' }, [3, 5, null]],
  ['states count', { metric: 'destinationFailing', aggregation: 'LAST' }, [3, 5, null]],
  ['the highest of all', { aggregation: 'MAXIMUM' }, [2, 5, null]],
  ['the lowest of all', { aggregation: 'MINIMUM' }, [1, 5, null]],
  ['the average of what is known', { aggregation: 'AVERAGE' }, [1.5, 5, null]],
  ['the latest: the worst above', { aggregation: 'LAST', operator: 'ABOVE' }, [2, 5, null]],
  ['the latest: the worst below', { aggregation: 'LAST', operator: 'BELOW' }, [1, 5, null]],
] as [string, Partial<AlertCondition>, (number | null)[]][])('together: %s', (_what, more, expected) => {
  const points = combinePoints(build(more), [
    [1, 5, null],
    [2, null, null],
  ]);
  expect(points).toEqual(expected);
});

test('an alert of several things says how many, and where', () => {
  const say = (more: Partial<AlertCondition>, value: number | null) => {
    const condition = build(more);
    const [group] = groupTargets(THINGS, condition);
    return group && describeAlert(group.target, condition, value);
  };
  expect(say({ groupBy: 'RULE', aggregation: 'MAXIMUM' }, 71)).toBe('Lag of 3 destinations: 71 s');
  expect(say({ groupBy: 'PIPELINE', aggregation: 'MAXIMUM' }, 71)).toBe("Lag of 'web': 71 s");
  const failing = { metric: 'destinationFailing', aggregation: 'LAST' } as const;
  expect(say({ ...failing, groupBy: 'RULE' }, 1)).toBe('1 of 3 destinations is failing');
  expect(say({ ...failing, groupBy: 'PIPELINE' }, 2)).toBe("2 of 2 destinations in 'web' are failing");
  expect(say({ ...failing, groupBy: 'CONNECTION' }, 2)).toBe("'s3' is failing in 2 of 2 pipelines");
});
