import { describe, expect, it } from 'vitest';
import { validateConfig } from '../../src/engine/components/catalogue.ts';
import { components } from '../../src/engine/components/registry.ts';
import type { PlanNode } from '../../src/engine/port.ts';
import { runPreview } from '../../src/engine/preview/run.ts';

const node = (
  id: string,
  nodeType: PlanNode['nodeType'],
  templateId: string,
  config: object = {},
): PlanNode => {
  const checked = validateConfig(nodeType, templateId, config);
  expect(checked.details).toBeUndefined();
  return { id, componentId: id, nodeType, name: id, templateId, config: checked.config ?? {} };
};

function tryOut(steps: PlanNode[], events: string[], startNodeId?: string) {
  const nodes = [node('in', 'SOURCE', 'tcp', { port: 4870 }), ...steps, node('out', 'SINK', 'blackhole')];
  const edges = Object.fromEntries(
    nodes.slice(0, -1).map(({ id }, index) => [id, { nodeIds: [nodes[index + 1]?.id ?? ''] }]),
  );
  const siteId = '400000000000000001';
  return runPreview({ siteId, nodes, edges, metaInfo: {}, events, startNodeId }, components).nodes;
}

const fates = (results: { index: number; status: string; after: string[] }[] = []) =>
  results.map(({ index, status, after }) => [index, status, ...after]);

describe('trying transforms that keep events back', () => {
  const sum = node('sum', 'TRANSFORM', 'aggregate', { groupBy: ['message'], seconds: 3600 });

  it('shows results at the end, by their last event', () => {
    const { sum: tried, out } = tryOut([sum], ['a', 'b', 'a', 'a', 'b']);
    expect(tried).toMatchObject({ eventsIn: 5, eventsOut: 2, eventsDropped: 0 });
    expect(fates(tried?.results)).toEqual([
      [0, 'MERGED'],
      [1, 'MERGED'],
      [2, 'MERGED'],
      [3, 'MODIFIED', '{"message":"a","count":3}'],
      [4, 'MODIFIED', '{"message":"b","count":2}'],
    ]);
    expect(out?.results.map(({ index, before }) => [index, before])).toEqual([
      [3, '{"message":"a","count":3}'],
      [4, '{"message":"b","count":2}'],
    ]);
  });

  it('follows results through a second such transform, and partial ones', () => {
    const endsWhen = { match: 'all', rules: [{ field: 'message', operator: 'equals', value: 'end' }] };
    const parts = node('parts', 'TRANSFORM', 'aggregate', { endsWhen });
    const all = node('all', 'TRANSFORM', 'aggregate', { results: [{ operation: 'sum', field: 'count' }] });
    const tried = tryOut([parts, all], ['a', 'end', 'b', 'end', 'c']);
    expect(fates(tried.parts?.results)).toEqual([
      [0, 'MERGED'],
      [1, 'MODIFIED', '{"count":2}'],
      [2, 'MERGED'],
      [3, 'MODIFIED', '{"count":2}'],
      [4, 'MODIFIED', '{"count":1}'],
    ]);
    expect(fates(tried.all?.results)).toEqual([
      [1, 'MERGED'],
      [3, 'MERGED'],
      [4, 'MODIFIED', '{"count_sum":5}'],
    ]);
    expect(tried.out?.eventsIn).toBe(1);
  });

  it('shows what a throttle drops, and reports it', () => {
    const slow = node('slow', 'TRANSFORM', 'throttle', { events: 1, summary: true });
    const { slow: tried, out } = tryOut([slow, node('once', 'TRANSFORM', 'dedupe')], ['a', 'b', 'c']);
    expect(fates(tried?.results)).toEqual([
      [0, 'UNMODIFIED', 'a'],
      [1, 'DROPPED'],
      [2, 'DROPPED'],
    ]);
    expect(out?.results.map(({ before }) => before)).toEqual([
      'a',
      `{"message":"2 events were dropped by 'slow'","throttled_events":2}`,
    ]);
  });

  it('starts behind such a step too', () => {
    const { out } = tryOut([sum], ['a', 'a'], 'sum');
    expect(out?.eventsIn).toBe(2);
  });
});
