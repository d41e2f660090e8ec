import { expect, it } from 'vitest';
import { listPodsOf, toInstanceOptions } from './instances.ts';

const PODS = ['web-1', 'web-1/300000000000000001', 'web-1/300000000000000002'];

it('instances: processes are named by their pipelines [R2.4-46]', () => {
  const pipelines = [{ id: '300000000000000001', name: 'logs' }];
  expect(toInstanceOptions(PODS, pipelines).map(({ label }) => label)).toEqual([
    'web-1',
    'web-1, process of logs',
    'web-1, process of 300000000000000002',
  ]);
});

it('instances: a pipeline shows no process of another one [R2.4-46]', () => {
  expect(listPodsOf(PODS, '300000000000000002')).toEqual(['web-1', 'web-1/300000000000000002']);
  expect(listPodsOf(undefined, '300000000000000002')).toBeUndefined();
});
