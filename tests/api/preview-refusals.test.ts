import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDraftChain, sink, source, transform } from './support/draft.ts';
import { expectRefusal, GHOST } from './support/refusal.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(() => api.stop());

const send = (body: object) => api.call('previewPipeline', { body: { siteId: api.siteId, ...body } });
const DRAFT = createDraftChain({
  s: source('tcp', { port: 9000 }),
  'new-1': transform('parse_json', {}, 'Parse'),
  d: sink('file', { format: 'ndjson' }),
});

describe('a draft that cannot run names the node and the field', () => {
  const refused = (body: object, field: string, more: object = {}) =>
    expectRefusal(api, () => send({ events: ['x'], graph: DRAFT, ...body }), {
      status: 400,
      code: 'VALIDATION_FAILED',
      field,
      ...more,
    });

  test('settings of a transform', async () => {
    const graph = createDraftChain({
      s: source('tcp'),
      'new-7': transform('filter', { action: 'drop' }, 'Drop noise'),
      'new-8': transform('remove_fields', { fields: [] }),
    });
    const { body } = await refused({ graph }, 'graph.nodes.new-7.config.match', {
      message: /^'Drop noise': Match is required; 'remove_fields': Fields must have at least 1 entry/,
    });
    expect(body.details.map((one: { field: string }) => one.field)).toContain(
      'graph.nodes.new-8.config.fields',
    );
  });

  test('an unknown type; but a disabled node may be anything', async () => {
    const nodes = { s: source('tcp'), x: transform('magic'), d: sink('blackhole') };
    await refused({ graph: createDraftChain(nodes) }, 'graph.nodes.x.config.templateId');
    const { body } = await send({ graph: createDraftChain(nodes, { x: { disabled: true } }), events: ['x'] });
    expect(body.nodes.x.results).toMatchObject([{ index: 0, status: 'UNMODIFIED', after: ['x'] }]);
  });

  test('a circle, an edge into nothing, no source', async () => {
    const graph = { code: 'GRAPH_INVALID' };
    const nodes = { s: source('tcp'), a: transform('parse_json'), b: transform('parse_json') };
    const edges = { s: { nodeIds: ['a'] }, a: { nodeIds: ['b'] }, b: { nodeIds: ['a'] } };
    await refused({ graph: { nodes, edges } }, 'graph.nodes.a', graph);
    await refused({ graph: { nodes, edges: { s: { nodeIds: ['z'] } } } }, 'graph', graph);
    await refused({ graph: createDraftChain({ a: transform('parse_json') }) }, 'graph', graph);
    await refused({ startNodeId: 'd' }, 'graph.nodes.d', graph);
  });

  test('events beyond limits, both or none, and unknown things', async () => {
    await refused({ events: Array.from({ length: 1001 }, () => 'x') }, 'events');
    await refused({ events: ['x'.repeat(2_000_001)] }, 'events');
    await refused({ events: undefined }, 'events');
    await refused({ sampleId: GHOST.sample }, 'events');
    await refused({ startNodeId: 'nowhere' }, 'startNodeId');
    const missing = { status: 404, code: 'NOT_FOUND' };
    await expectRefusal(api, () => send({ graph: DRAFT, sampleId: GHOST.sample }), missing);
    await expectRefusal(api, () => send({ graph: DRAFT, events: [], pipelineId: GHOST.pipeline }), missing);
    await expectRefusal(api, () => send({ graph: DRAFT, events: [], siteId: GHOST.site }), missing);
  });

  test('more than can be shown is refused with what to do', async () => {
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`n${n}`, transform('parse_json')]));
    const graph = createDraftChain({ s: source('tcp'), ...many });
    const body = { graph, events: ['x'.repeat(1_900_000)] };
    await expectRefusal(api, () => send(body), { status: 422, code: 'PREVIEW_ENDED', message: /fewer/ });
    expect((await send({ ...body, resultNodeIds: ['n3'] })).status).toBe(200);
  });
});
