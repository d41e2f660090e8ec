import { expect, test } from 'vitest';
import { MODEL_GRAPHS, MODEL_OUTCOME } from '../../../../../machines/preview/preview.model.ts';
import { getExpectedNow, keepExpectedOfGraph } from './change-samples.ts';
import { readEventLines } from './event-lines.ts';
import { countStatuses, findShownResult, listResults, stepResult } from './listed-results.ts';
import { findStartNode, listUpstreamGraph, toPreviewGraph } from './preview-graph.ts';

const NODE_ID = '100000000000000001';

test('a text gives one event a line, without the empty ones', () => {
  expect(readEventLines('a\r\n\n {"b":1}\n')).toEqual({
    events: ['a', ' {"b":1}'],
    note: undefined,
    fault: undefined,
  });
  expect(readEventLines('\ufeff{"a":1}\nplain\n{"b":\n').events).toEqual(['{"a":1}', 'plain', '{"b":']);
});

test.each([
  ['only white space', ' \r\n\t\n', /no event/],
  ['an object over several lines', '{\n  "a": 1\n}', /one JSON document over several lines/],
  ['a list over several lines', '[{"a":1},\n{"a":2}]', /one JSON document over several lines/],
  ['a line that is too long', 'x'.repeat(2_000_001), /larger than the 2 MB/],
])('%s is refused with what to do', (_, text, why) => {
  expect(readEventLines(text)).toMatchObject({ events: [], fault: expect.stringMatching(why) });
});

test('a long text is cut to its first events, and says so', () => {
  const { events, note } = readEventLines(Array.from({ length: 1200 }, (_, at) => `line ${at}`).join('\n'));
  expect([events.length, note]).toEqual([
    1000,
    '1,000 of 1,200 events were taken: a sample holds 1,000 events and 2 MB.',
  ]);
  expect(readEventLines(`${'x'.repeat(2_100_000)}\nshort\n${'y'.repeat(2_100_000)}`)).toMatchObject({
    events: ['short'],
    note: expect.stringContaining('1 of 3 events were taken'),
  });
  expect(readEventLines(`${'x'.repeat(1_500_000)}\n${'y'.repeat(600_000)}`).events).toHaveLength(1);
});

test('a dry run sends the draft without editor marks', () => {
  const graph = toPreviewGraph({
    name: 'p',
    description: '',
    versionName: '',
    nodes: {
      s: { id: 's', nodeType: 'SOURCE', name: 'in', templateId: 'tcp', config: {} },
      t2: {
        id: 't2',
        nodeType: 'TRANSFORM',
        name: 'keep',
        templateId: 'filter',
        config: { a: 1 },
        formProblems: [],
      },
    },
    edges: { s: { nodeIds: ['t2'] } },
    meta: { t2: { disabled: true, notes: 'why', lineageId: 't1' } },
  });
  expect(graph.nodes.t2).toEqual({
    nodeType: 'TRANSFORM',
    name: 'keep',
    templateId: 'filter',
    config: { a: 1 },
  });
  expect(graph.metaInfo).toEqual({ t2: { disabled: true } });
  expect([findStartNode(graph, ''), findStartNode(graph, 't1'), findStartNode(graph, 's')]).toEqual([
    undefined,
    't2',
    's',
  ]);
  expect(() => findStartNode(graph, 'gone')).toThrow('not in this graph');
});

test('output is expected per event, also for dropped ones', () => {
  expect(getExpectedNow(MODEL_GRAPHS.before, MODEL_OUTCOME, 3, [NODE_ID])).toEqual({
    [NODE_ID]: [['a'], [], []],
  });
});

test('expectations of a removed node are dropped', () => {
  const graph = { ...MODEL_GRAPHS.before, components: { [NODE_ID]: 'kept' } };
  expect(keepExpectedOfGraph(graph, { kept: [['a']], gone: [['b']] })).toEqual({ kept: [['a']] });
});

test('of many long events only the results in view are fetched', () => {
  const sampleOf = (length: number) => ({ events: ['x'.repeat(length)] });
  expect(listUpstreamGraph(MODEL_GRAPHS.before, sampleOf(1_000_000), NODE_ID)).toBe(MODEL_GRAPHS.before);
  expect(listUpstreamGraph(MODEL_GRAPHS.before, sampleOf(5_000_000), NODE_ID).listed).toBe(NODE_ID);
  expect(listUpstreamGraph(MODEL_GRAPHS.before, undefined, NODE_ID)).toBe(MODEL_GRAPHS.before);
});

test('one event is followed through the nodes, from within the list', () => {
  const results = listResults([
    { index: 0, status: 'DROPPED', before: 'a', after: [] },
    { index: 2, status: 'MODIFIED', before: 'c', after: ['C'] },
    { index: 2, status: 'UNMODIFIED', before: 'c', after: ['c'] },
  ]);
  expect(results.map(({ key }) => key)).toEqual(['0', '2', '2.1']);
  expect(countStatuses(results)).toEqual({ MODIFIED: 1, UNMODIFIED: 1, DROPPED: 1, MERGED: 0, ERROR: 0 });
  expect(findShownResult(results, '2.1')?.key).toBe('2.1');
  expect(findShownResult(results, '2.7')?.key).toBe('2');
  expect(findShownResult(results, '1')?.key).toBe('0');
  expect(stepResult(results, results[0], 1)?.key).toBe('2');
  expect(stepResult(results, results[2], 1)?.key).toBe('2.1');
  expect(stepResult([], undefined, 1)).toBeUndefined();
});
