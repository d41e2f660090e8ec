import { describe, expect, test } from 'vitest';
import { getSeriesLook } from '../../../../charts/types.ts';
import { type Draft, emptyDraft } from '../../../../graph/draft.ts';
import { findMetric, getMetricUnit, getOtherMetric } from '../../../components/analytics/metric.ts';
import { buildOptimizationLines } from './optimization-series.ts';
import { sortByFlow } from './use-analytics-filters.ts';

const draftOf = (edges: Record<string, string[]>): Draft => {
  const ids = [...new Set(Object.entries(edges).flatMap(([from, to]) => [from, ...to]))].toSorted();
  return {
    ...emptyDraft(),
    nodes: Object.fromEntries(
      ids.map((id) => [id, { id, nodeType: 'TRANSFORM', name: id, templateId: 'filter', config: {} }]),
    ),
    edges: Object.fromEntries(Object.entries(edges).map(([from, nodeIds]) => [from, { nodeIds }])),
  };
};
const orderOf = (edges: Record<string, string[]>) => sortByFlow(draftOf(edges)).map(({ id }) => id);

describe('nodes in the order events pass them', () => {
  test('each stands after all that lead to it', () => {
    expect(orderOf({ z: ['y'], y: ['b', 'a'], a: ['m'], b: ['m'] })).toEqual(['z', 'y', 'a', 'b', 'm']);
  });
  test('a cycle in a draft loses no node', () => {
    expect(orderOf({ a: ['b'], b: ['c'], c: ['b'] })).toEqual(['a', 'b', 'c']);
  });
});

describe('the metric [R2.4-39 … R2.4-42]', () => {
  test.each([
    [['EVENTS_COUNT'], 'EVENTS_COUNT'],
    [['EVENTS_BYTES'], 'EVENTS_BYTES'],
    ['all', 'EVENTS_BYTES'],
    [[], 'EVENTS_BYTES'],
    [['RAW_BYTES'], 'EVENTS_BYTES'],
  ] as const)('%j means %s', (selection, metric) => expect(findMetric(selection)).toBe(metric));

  test('there are two, and each has its unit', () => {
    expect(getMetricUnit('EVENTS_COUNT')).toBe('events');
    expect(getMetricUnit(getOtherMetric('EVENTS_COUNT'))).toBe('bytes');
    expect(getOtherMetric(getOtherMetric('EVENTS_BYTES'))).toBe('EVENTS_BYTES');
  });
});

describe('optimisation of each destination over time', () => {
  const answer = {
    coverage: { startUnixTimeSeconds: 0, endUnixTimeSeconds: 300, resolutionSeconds: 60 },
    pipelineSinksOptimisationSeries: [
      { sinkId: 's1', percentDataOptimisedSeries: { timeSeriesTuple: [{ unixTimeSeconds: 60, value: 40 }] } },
    ],
  };
  const named = (...ids: string[]) => ids.map((value) => ({ value, label: `to ${value}` }));

  test('covers the range up to now, with gaps where nothing reached it', () => {
    const [line] = buildOptimizationLines(answer, named('s1'), 125_000);
    expect(line).toMatchObject({ id: 's1', label: 'to s1' });
    expect(line?.points).toEqual([
      { time: 0, value: null },
      { time: 60_000, value: 40 },
      { time: 120_000, value: null },
    ]);
  });

  test('says of a destination without any figure that nothing was delivered', () => {
    expect(buildOptimizationLines(answer, named('s1', 's2'), 0).map((line) => line.label)).toEqual([
      'to s1',
      'to s2, nothing delivered',
    ]);
  });

  test('every chosen destination is drawn, each distinct without color [R2.4-50]', () => {
    const ids = Array.from({ length: 12 }, (_, at) => `s${at}`);
    const lines = buildOptimizationLines(answer, named(...ids), 0);
    expect(lines.map((line) => line.id)).toEqual(ids);
    expect(new Set(lines.map((line) => getSeriesLook(line).dash)).size).toBe(12);
    expect(buildOptimizationLines(answer, [], 0)).toEqual([]);
  });
});
