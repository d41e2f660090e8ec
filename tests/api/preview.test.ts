import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PreviewOutcome, PreviewResult } from '../../src/contract/calls/preview.ts';
import { createDraftChain, createRules, dropWhere, sink, source, transform } from './support/draft.ts';
import { makeSavedPipeline } from './support/fixtures.ts';
import { expectRefusal } from './support/refusal.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(() => api.stop());

const send = (body: object) => api.call('previewPipeline', { body: { siteId: api.siteId, ...body } });
const run = async (graph: object, events: string[], more: object = {}): Promise<PreviewOutcome> => {
  const answer = await send({ graph, events, ...more });
  expect(answer.body).toHaveProperty('nodes');
  return answer.body;
};
const listResults = (outcome: PreviewOutcome, id: string): PreviewResult[] =>
  outcome.nodes[id]?.results ?? [];
const describeResults = (outcome: PreviewOutcome, id: string) =>
  listResults(outcome, id).map(({ index, status, after }) => `${index} ${status}: ${after.join(' | ')}`);

const EVENTS = [
  '{"level":"debug","text":"a"}',
  '{"level":"info","text":"b"}',
  'no json',
  '{"level":"info","text":"c"}',
];
const DRAFT = createDraftChain({
  s: source('tcp', { port: 9000 }),
  'new-1': transform('parse_json', {}, 'Parse'),
  'new-2': dropWhere('level', 'debug'),
  'new-3': transform('remove_fields', { fields: ['level'] }, 'Trim'),
  d: sink('file', { format: 'ndjson' }),
});

describe('a draft runs on events, apart from what is deployed (screens 2.2)', () => {
  test('every event is followed through all nodes by its position', async () => {
    const outcome = await run(DRAFT, EVENTS);
    expect(describeResults(outcome, 's')).toEqual(
      EVENTS.map((text, index) => `${index} UNMODIFIED: ${text}`),
    );
    expect(describeResults(outcome, 'new-1')).toEqual([
      `0 MODIFIED: ${EVENTS[0]}`,
      `1 MODIFIED: ${EVENTS[1]}`,
      '2 ERROR: no json',
      `3 MODIFIED: ${EVENTS[3]}`,
    ]);
    expect(listResults(outcome, 'new-1')[2]?.message).toMatch(/not a JSON object/);
    expect(describeResults(outcome, 'new-2')).toEqual([
      '0 DROPPED: ',
      `1 UNMODIFIED: ${EVENTS[1]}`,
      '2 UNMODIFIED: no json',
      `3 UNMODIFIED: ${EVENTS[3]}`,
    ]);
    expect(listResults(outcome, 'new-3')[0]).toMatchObject({
      index: 1,
      status: 'MODIFIED',
      before: EVENTS[1],
      after: ['{"text":"b"}'],
    });
    expect(describeResults(outcome, 'd')).toEqual([
      '1 UNMODIFIED: {"text":"b"}',
      '2 MODIFIED: {"message":"no json"}',
      '3 UNMODIFIED: {"text":"c"}',
    ]);
  });

  test('figures of each node and of all', async () => {
    const { nodes, total, elapsedMilliseconds } = await run(DRAFT, EVENTS);
    const bytesIn = EVENTS.join('').length;
    expect(nodes['new-2']).toMatchObject({
      eventsIn: 4,
      eventsOut: 3,
      eventsDropped: 1,
      errors: 0,
      bytesIn,
      bytesOut: bytesIn - EVENTS[0]!.length,
    });
    expect(nodes['new-1']).toMatchObject({ errors: 1, percentOptimized: 0 });
    const bytesOut = '{"text":"b"}{"message":"no json"}{"text":"c"}'.length;
    expect(total).toEqual({
      eventsIn: 4,
      eventsOut: 3,
      bytesIn,
      bytesOut,
      percentOptimized: 100 * (1 - bytesOut / bytesIn),
    });
    expect(elapsedMilliseconds).toBeGreaterThan(0);
  });

  test('parsing counts as a change although the bytes stay', async () => {
    const [raw, object] = [listResults(await run(DRAFT, EVENTS), 'new-1')[0], '{"text":"b"}'];
    expect(raw).toMatchObject({ isText: true, status: 'MODIFIED' });
    const outcome = await run(DRAFT, [object], { startNodeId: 'new-1' });
    expect(listResults(outcome, 'new-2')[0]).not.toHaveProperty('isText');
  });

  test('it begins at any node, with what left that node', async () => {
    const outcome = await run(DRAFT, ['{"level":"info","n":1}', '{"level":"debug"}'], {
      startNodeId: 'new-1',
    });
    expect(Object.keys(outcome.nodes).toSorted()).toEqual(['d', 'new-2', 'new-3']);
    expect(describeResults(outcome, 'd')).toEqual(['0 UNMODIFIED: {"n":1}']);
    expect(outcome.total.eventsIn).toBe(2);
  });

  test('only the nodes that are named list their results; the figures stay', async () => {
    const outcome = await run(DRAFT, EVENTS, { resultNodeIds: ['new-3'] });
    expect(describeResults(outcome, 'new-3')).toHaveLength(3);
    expect(describeResults(outcome, 'new-2')).toEqual([]);
    expect(outcome.nodes['new-2']?.eventsDropped).toBe(1);
  });

  test('disabled nodes pass events on; conditions and onError count', async () => {
    const draft = createDraftChain(
      {
        s: source('tcp'),
        parse: transform('parse_json', { onError: 'tag' }),
        off: dropWhere('level', 'info'),
        set: transform('set_fields', {
          fields: [{ field: 'team', value: 'web' }],
          condition: createRules('level', 'equals', 'info'),
        }),
      },
      { off: { disabled: true } },
    );
    const outcome = await run(draft, EVENTS.slice(1, 3));
    expect(describeResults(outcome, 'off')[0]).toBe(`0 UNMODIFIED: ${EVENTS[1]}`);
    expect(describeResults(outcome, 'set')).toEqual([
      '0 MODIFIED: {"level":"info","text":"b","team":"web"}',
      '1 UNMODIFIED: {"message":"no json","penstock_error":"JsonInvalid"}',
    ]);
    expect(listResults(outcome, 'parse')[1]).toMatchObject({
      status: 'ERROR',
      after: ['{"message":"no json","penstock_error":"JsonInvalid"}'],
    });
    expect(outcome.total).toMatchObject({ eventsOut: 0, percentOptimized: null });
  });

  test('named outputs: which one each event took', async () => {
    const draft = {
      nodes: {
        s: source('http_server', { format: 'ndjson' }),
        r: transform('route', {
          routes: [{ name: 'errors', match: createRules('level', 'equals', 'error') }],
        }),
        bad: sink('blackhole'),
        rest: sink('file', { format: 'text' }),
      },
      edges: { s: { nodeIds: ['r'] }, r: { nodeIds: ['bad', 'rest'] } },
      metaInfo: { r: { outputs: { errors: ['bad'], unmatched: ['rest'] } } },
    };
    const events = ['{"level":"error"}', '{"level":"info"}'];
    const outcome = await run(draft, events);
    expect(listResults(outcome, 'r').map((one) => one.output)).toEqual(['errors', 'unmatched']);
    expect([describeResults(outcome, 'bad'), describeResults(outcome, 'rest')]).toEqual([
      ['0 UNMODIFIED: {"level":"error"}'],
      ['1 UNMODIFIED: {"level":"info"}'],
    ]);
    const inside = await run(draft, events, { startNodeId: 'r' });
    expect(listResults(inside, 'r').map((one) => one.output)).toEqual(['errors', 'unmatched']);
  });

  test('a branch that comes together again gives an event two results', async () => {
    const draft = {
      nodes: { s: source('tcp'), a: transform('parse_json'), b: transform('parse_json'), d: sink('http') },
      edges: { s: { nodeIds: ['a', 'b'] }, a: { nodeIds: ['d'] }, b: { nodeIds: ['d'] } },
    };
    const outcome = await run(draft, ['{"a":1}']);
    expect(describeResults(outcome, 'd')).toEqual(['0 UNMODIFIED: {"a":1}', '0 UNMODIFIED: {"a":1}']);
    expect(outcome.total).toMatchObject({ eventsIn: 1, eventsOut: 2, percentOptimized: -100 });
  });

  test('an unfinished draft runs; unreachable nodes are left out', async () => {
    const graph = {
      nodes: { s: source('tcp'), p: transform('parse_json'), lost: transform('parse_json') },
      edges: { s: { nodeIds: ['p'] } },
    };
    expect(Object.keys((await run(graph, ['x'])).nodes)).toEqual(['s', 'p']);
  });

  test('sources read what comes to them as they do when they run', async () => {
    const of = async (first: ReturnType<typeof source>, event: string) =>
      listResults(await run(createDraftChain({ s: first, d: sink('blackhole') }), [event]), 's')[0];
    const line = '<34>1 2026-03-04T05:06:07Z host app 12 - - it failed';
    const read = await of(source('syslog'), line);
    expect(read).toMatchObject({ status: 'MODIFIED', before: line });
    expect(JSON.parse(read?.after[0] ?? '')).toMatchObject({ hostname: 'host', message: 'it failed' });
    expect(JSON.parse((await of(source('syslog'), 'nonsense'))?.after[0] ?? '')).toMatchObject({
      message: 'nonsense',
      syslog_error: expect.stringMatching(/priority/),
    });
    expect(await of(source('syslog'), '{"message":"captured"}')).toMatchObject({ status: 'UNMODIFIED' });
    expect(await of(source('http_server', { format: 'json' }), '{"a":')).toMatchObject({
      status: 'ERROR',
      after: [],
      message: expect.stringMatching(/not a valid JSON object/),
    });
    expect(await of(source('http_server'), 'plain')).toMatchObject({ status: 'UNMODIFIED', isText: true });
  });

  test('events run with the origin they were captured with', async () => {
    const graph = createDraftChain({
      s: { ...source('tcp', { port: 9000 }), name: 'In' },
      set: transform('set_fields', { fields: [{ field: 'from', type: 'field', value: '@origin.sender' }] }),
      by: transform('set_fields', { fields: [{ field: 'by', type: 'field', value: '@origin.source' }] }),
      d: sink('blackhole'),
    });
    const origins = ['{"source":"Before","sender":"10.0.0.5"}', ''];
    const outcome = await run(graph, ['one', 'two'], { origins });
    expect(listResults(outcome, 'by').flatMap(({ after }) => after.map((text) => JSON.parse(text)))).toEqual([
      { message: 'one', from: '10.0.0.5', by: 'Before' },
      { message: 'two', by: 'In' },
    ]);
    const later = await run(graph, ['{"a":1}'], { startNodeId: 'set' });
    expect(describeResults(later, 'by')).toEqual(['0 UNMODIFIED: {"a":1}']);
    await expectRefusal(api, () => send({ graph, events: ['one'], origins: ['no object'] }), {
      status: 400,
      code: 'VALIDATION_FAILED',
      field: 'origins.0',
    });
  });

  test('hostile events come through, or are reported as errors', async () => {
    const events = [
      'zero \u0000 byte',
      '\ud800 lone',
      '{"a":"\\ud800"}',
      '[1,2]',
      '{"a":1}{"b":2}',
      `${'['.repeat(5000)}`,
      'x'.repeat(1_500_000),
      '{"__proto__":{"a":1},"constructor":2}',
      '\u2028\r\n tail',
    ];
    const { nodes } = await run(DRAFT, events, { resultNodeIds: ['s', 'new-1'] });
    const before = (nodes.s?.results ?? []).map((one) => one.before);
    expect(before).toEqual(events.map((text) => text.toWellFormed()));
    expect(nodes['new-1']).toMatchObject({ eventsIn: events.length, eventsOut: events.length });
    expect((nodes['new-1']?.results ?? []).map((one) => one.status)).toEqual([
      'ERROR',
      'ERROR',
      'MODIFIED',
      'ERROR',
      'ERROR',
      'ERROR',
      'ERROR',
      'MODIFIED',
      'ERROR',
    ]);
  });

  test('a sample is run, from the node its events left', async () => {
    const { pipelineId } = await makeSavedPipeline(api);
    const sample = {
      pipelineId,
      name: 'kept',
      events: ['{"level":"info","n":1}'],
      startComponentId: 'new-1',
    };
    const { body } = await api.call('createSample', { body: { sample } });
    const answer = await send({ graph: DRAFT, sampleId: body.id });
    expect(describeResults(answer.body, 'new-3')).toEqual(['0 MODIFIED: {"n":1}']);
    const other = createDraftChain({ s: source('tcp'), d: sink('blackhole') });
    await expectRefusal(api, () => send({ graph: other, sampleId: body.id }), {
      status: 400,
      code: 'VALIDATION_FAILED',
      field: 'sampleId',
    });
  });

  test('secrets of sources and destinations are not needed', async () => {
    const secret = { url: 'http://example.org', auth: 'bearer', token: { set: true } };
    const draft = createDraftChain({ s: source('tcp'), d: sink('http', secret) });
    expect(describeResults(await run(draft, ['x']), 'd')).toEqual(['0 MODIFIED: {"message":"x"}']);
  });
});
