import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createChain,
  createGraphBody,
  makeConnections,
  makePipeline,
  makeTransform,
} from './support/fixtures.ts';
import { expectRefusal, GHOST, type Refusal } from './support/refusal.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(() => api.stop());

const expectRefusedSave = (body: object, expected: Refusal) =>
  expectRefusal(api, () => api.call('saveGraph', { body }), expected);

describe('graphs [R5-17, R5-18, R5-19]', () => {
  const PREFIX = /^Pipeline graph is invalid! /;
  const setup = async () => {
    const { sourceId, sinkId } = await makeConnections(api);
    const pipelineId = await makePipeline(api);
    const a = await makeTransform(api, pipelineId, { name: 'A' });
    const b = await makeTransform(api, pipelineId, { name: 'B' });
    return { sourceId, sinkId, pipelineId, a, b };
  };
  type Setup = Awaited<ReturnType<typeof setup>>;

  const cases: [string, (s: Setup) => object, RegExp, ((s: Setup) => object)?][] = [
    ['empty', () => ({}), /! no source\. Add a source$/],
    ['no source', ({ a, sinkId }) => createChain(a, sinkId), /! no source\. Add a source$/],
    [
      'no destination',
      ({ sourceId, a }) => createChain(sourceId, a),
      /! no destination\. Add a destination$/,
    ],
    [
      'a source alone',
      ({ sourceId }) => ({ [sourceId]: { nodeIds: [] } }),
      /! no destination\. Add a destination$/,
    ],
    [
      'a cycle',
      ({ sourceId, a, b, sinkId }) => ({
        ...createChain(sourceId, a, b, sinkId),
        [b]: { nodeIds: [a, sinkId] },
      }),
      /! cycle: A → B → A\. Remove one of these connections$/,
    ],
    [
      'a node that no events reach',
      ({ sourceId, a, b, sinkId }) => ({ ...createChain(sourceId, a, sinkId), [b]: { nodeIds: [sinkId] } }),
      /! 'B' cannot be reached from the source\. Connect a node before it$/,
    ],
    [
      'a node that stands alone',
      ({ sourceId, a, b, sinkId }) => ({ ...createChain(sourceId, a, sinkId), [b]: { nodeIds: [] } }),
      /! 'B' is not connected\. Connect it or remove it$/,
    ],
    [
      'a transform that leads nowhere',
      ({ sourceId, a, b, sinkId }) => ({
        ...createChain(sourceId, a, sinkId),
        [sourceId]: { nodeIds: [a, b] },
      }),
      /! 'B' leads to no destination\. Connect it to a destination or remove it$/,
    ],
    [
      'an unknown node',
      ({ sourceId }) => createChain(sourceId, GHOST.node),
      /no source or destination with the id/,
    ],
    [
      'something that is no id',
      ({ sourceId }) => createChain(sourceId, 'constructor'),
      /with the id constructor/,
    ],
    [
      'an edge out of a destination',
      ({ sourceId, a, sinkId }) => ({ ...createChain(sourceId, sinkId), [sinkId]: { nodeIds: [a] } }),
      /is a destination but has nodes after it\. Disconnect them$/,
    ],
    [
      'an edge into the source',
      ({ sourceId, a, sinkId }) => ({ ...createChain(sourceId, a), [a]: { nodeIds: [sourceId, sinkId] } }),
      /is a source but has nodes before it\. Disconnect them$/,
    ],
    ['an edge twice', ({ sourceId, sinkId }) => ({ [sourceId]: { nodeIds: [sinkId, sinkId] } }), /twice/],
    [
      'every destination disabled',
      ({ sourceId, a, sinkId }) => createChain(sourceId, a, sinkId),
      /! no destination: every one is disabled\. Enable a destination$/,
      ({ sinkId }) => ({ [sinkId]: { disabled: true } }),
    ],
    [
      'the source disabled',
      ({ sourceId, a, sinkId }) => createChain(sourceId, a, sinkId),
      /! the source '.+' is disabled\. Enable it; to stop it, pause the pipeline$/,
      ({ sourceId }) => ({ [sourceId]: { disabled: true } }),
    ],
    [
      'outputs that differ from the edges',
      ({ sourceId, a, sinkId }) => createChain(sourceId, a, sinkId),
      /outputs of 'A'/,
      ({ a }) => ({ [a]: { outputs: { main: [] } } }),
    ],
  ];

  test.each(cases)('%s', async (_, edgesOf, message, metaOf) => {
    const made = await setup();
    const refusal = await expectRefusedSave(createGraphBody(made.pipelineId, edgesOf(made), metaOf?.(made)), {
      status: 400,
      code: 'GRAPH_INVALID',
      message,
    });
    expect(refusal.body.message).toMatch(PREFIX);
    expect(refusal.body.details).toHaveLength(1);
  });

  test('one source, any transforms and at least one destination are saved [R1-09, R1-10, R1-11]', async () => {
    const { sourceId, sinkId, pipelineId, a, b } = await setup();
    const second = await makeConnections(api, 'second');
    const save = async (edges: object) =>
      (
        await api.call('saveGraph', {
          body: createGraphBody(pipelineId, edges),
          headers: { 'if-match': '*' },
        })
      ).status;
    expect(await save(createChain(sourceId, sinkId))).toBe(200);
    expect(await save(createChain(sourceId, a, b, sinkId))).toBe(200);
    expect(await save({ [sourceId]: { nodeIds: [sinkId, second.sinkId] } })).toBe(200);
    const refused = (message: RegExp) => ({ status: 400, code: 'GRAPH_INVALID', message });
    await expectRefusedSave(createGraphBody(pipelineId, createChain(a, sinkId)), refused(/! no source\./));
    await expectRefusedSave(
      createGraphBody(pipelineId, createChain(sourceId, a)),
      refused(/! no destination\./),
    );
    await expectRefusedSave(
      createGraphBody(pipelineId, {
        ...createChain(sourceId, sinkId),
        ...createChain(second.sourceId, sinkId),
      }),
      refused(/more than one source/),
    );
  });

  test('a transform of another pipeline, a deleted source, and two sources', async () => {
    const { sourceId, sinkId, pipelineId } = await setup();
    const graph = (edges: object) => createGraphBody(pipelineId, edges);
    const invalid = { status: 400, code: 'GRAPH_INVALID' };
    const foreign = await makeTransform(api, await makePipeline(api, 'other'), { name: 'Foreign' });
    await expectRefusedSave(graph(createChain(sourceId, foreign, sinkId)), {
      ...invalid,
      message: /belongs to another pipeline/,
    });
    const second = await makeConnections(api, 'second');
    await expectRefusedSave(
      graph({ ...createChain(sourceId, sinkId), ...createChain(second.sourceId, sinkId) }),
      {
        ...invalid,
        message: /more than one source/,
      },
    );
    await api.call('deleteSource', { path: { id: second.sourceId } });
    await expectRefusedSave(graph(createChain(second.sourceId, sinkId)), {
      ...invalid,
      message: /was deleted/,
    });
  });

  test('an unknown or unconnected output of a route [R5-19]', async () => {
    const { sourceId, sinkId, pipelineId } = await setup();
    const match = { match: 'all', rules: [{ field: 'level', operator: 'equals', value: 'error' }] };
    const config = { routes: [{ name: 'errors', match }] };
    const route = await makeTransform(api, pipelineId, { name: 'Route', templateId: 'route', config });
    const graph = (outputs?: object) =>
      createGraphBody(
        pipelineId,
        createChain(sourceId, route, sinkId),
        outputs ? { [route]: { outputs } } : {},
      );
    const refused = (message: RegExp) => ({ status: 400, code: 'GRAPH_INVALID', message });
    await expectRefusedSave(graph(), refused(/the output 'errors' of 'Route' leads nowhere/));
    await expectRefusedSave(
      graph({ errors: [sinkId], unmatched: [] }),
      refused(/the output 'unmatched' of 'Route' leads nowhere/),
    );
    await expectRefusedSave(
      graph({ errors: [sinkId], unmatched: [sinkId], constructor: [sinkId] }),
      refused(/'Route' has no output 'constructor'/),
    );
    const saved = await api.call('saveGraph', { body: graph({ errors: [sinkId], unmatched: [sinkId] }) });
    expect(saved.status).toBe(200);
    const read = await api.call('getGraph', { path: { pipelineId, graphVersion: 1 } });
    expect(read.body.graph.metaInfo[route].outputs).toEqual({ errors: [sinkId], unmatched: [sinkId] });
  });

  test('node ids are distinct from pipeline ids [R5-56]', async () => {
    const { sourceId, sinkId, pipelineId, a, b } = await setup();
    expect([sourceId, a, b, sinkId].map((id) => id[0])).toEqual(['2', '1', '1', '2']);
    const saved = await api.call('saveGraph', {
      body: createGraphBody(pipelineId, createChain(sourceId, a, b, sinkId)),
    });
    expect(saved.status).toBe(200);
    const wrong = createGraphBody(pipelineId, createChain(sourceId, pipelineId, sinkId));
    await expectRefusedSave(wrong, { status: 400, code: 'GRAPH_INVALID', message: PREFIX });
  });

  test('transforms of one name in one graph [R5-21, R5-22, R8-59]', async () => {
    const { sourceId, sinkId, pipelineId, a } = await setup();
    const twin = await makeTransform(api, pipelineId, { name: 'A' });
    await expectRefusedSave(createGraphBody(pipelineId, createChain(sourceId, a, twin, sinkId)), {
      status: 409,
      code: 'NAME_TAKEN',
      message: /^Transform name already exists$/,
    });
  });
});
