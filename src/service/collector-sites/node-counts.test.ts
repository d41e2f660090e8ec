import { expect, test } from 'vitest';
import { createNodeCounts, type NodeGrowth } from './node-counts.ts';

const growth = (nodeType: 'TRANSFORM' | 'SINK', figures: Partial<NodeGrowth>): NodeGrowth => ({
  pipelineId: 'p',
  node: { nodeId: 'n', componentId: 'c', nodeType, in: [], out: [], failed: [] },
  ...{ in: 0, out: 0, failed: 0, waitingBytes: undefined, waitingMaxBytes: undefined },
  ...figures,
});
const SINCE = 1_000_003_000;

test('what is spread over buckets is in sum what was counted', () => {
  const counts = createNodeCounts('boot');
  counts.take([growth('TRANSFORM', { in: 1000, out: 999 })], SINCE, SINCE + 60_500);
  const reports = counts.drain();
  expect(reports).toHaveLength(7);
  expect(reports.at(-1)?.pipelines.p?.c).toMatchObject({
    ...{ eventsIn: 1000, eventsOut: 999, eventsDropped: 1, eventsCreated: 0 },
  });
  // A bucket's share is its share of the time.
  expect(reports[0]?.pipelines.p?.c?.eventsIn).toBe(116);
  expect(counts.drain()).toEqual([]);
});

test('what exporters give up is lost, and what waits is not', () => {
  const counts = createNodeCounts('boot');
  counts.take([growth('SINK', { in: 100, out: 60, failed: 5 })], undefined, SINCE);
  const [report] = counts.drain();
  expect(report).toMatchObject({ at: 1_000_000_000, sequence: 1 });
  expect(report?.pipelines.p?.c).toMatchObject({ eventsOut: 60, eventsDropped: 5, errors: 5 });
});
