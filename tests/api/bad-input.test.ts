import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CallId } from '../../src/contract/calls/index.ts';
import { freePort } from '../../src/engine/components/testing/free-port.ts';
import {
  act,
  createGraphBody,
  makeConnections,
  makeDeployedPipeline,
  makePipeline,
  makeSavedPipeline,
} from './support/fixtures.ts';
import { expectRefusal, GHOST, type Refusal } from './support/refusal.ts';
import { type Answer, type CallParts, startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(() => api.stop());

const expectRefused = async (send: () => Promise<Answer>, expected: Refusal) => {
  refusal = await expectRefusal(api, send, expected);
};
let refusal: Answer;

const expectRefusedCall = (id: CallId, parts: CallParts, expected: Refusal) =>
  expectRefused(() => api.call(id, parts), expected);

const json = { 'content-type': 'application/json' };

describe('a body that cannot be read', () => {
  test('malformed JSON', () =>
    expectRefused(
      () => api.request('/v1/pipeline', { method: 'POST', headers: json, body: '{"pipeline":' }),
      {
        status: 400,
        code: 'VALIDATION_FAILED',
        field: 'body',
        message: /not valid JSON/,
      },
    ));

  test('not JSON at all', () =>
    expectRefused(
      () =>
        api.request('/v1/pipeline', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }),
      { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', message: /application\/json/ },
    ));

  test('over the limit', () =>
    expectRefused(
      () =>
        api.request('/v1/pipeline', { method: 'POST', headers: json, body: `"${'x'.repeat(4_000_001)}"` }),
      { status: 413, code: 'PAYLOAD_TOO_LARGE', message: /4000000 bytes/ },
    ));

  test.each([
    [[], 'body'],
    [null, 'body'],
    ['text', 'body'],
  ])('of the wrong type: %j', (body, field) =>
    expectRefusedCall('createPipeline', { body }, { status: 400, code: 'VALIDATION_FAILED', field }),
  );
});

describe('fields', () => {
  const pipeline = (more: object) => ({ body: { pipeline: { name: 'a', siteId: api.siteId, ...more } } });

  test.each([
    ['an unknown field', { colour: 'red' }, 'pipeline.colour'],
    ['a wrong type', { name: 7 }, 'pipeline.name'],
    ['an empty name [R5-10]', { name: '  ' }, 'pipeline.name'],
    ['a name that is too long', { name: 'x'.repeat(129) }, 'pipeline.name'],
    ['an id of another kind', { siteId: GHOST.pipeline }, 'pipeline.siteId'],
    ['a type that people cannot make', { pipelineType: 'HYDRATION' }, 'pipeline.pipelineType'],
  ])('%s is named', (_, more, field) =>
    expectRefusedCall('createPipeline', pipeline(more), { status: 400, code: 'VALIDATION_FAILED', field }),
  );

  test.each([
    ['listPipelines', { colour: 'red' }, 'colour'],
    ['listPipelines', { 'pagination.limit': 1001 }, 'pagination.limit'],
    ['listPipelines', { statuses: 'SLEEPING' }, 'statuses'],
    ['getSession', { colour: 'red' }, 'colour'],
    ['listSourcePorts', { protocol: 'SCTP' }, 'protocol'],
  ] as const)('a query parameter of %s is named: %j', (id, query, field) =>
    expectRefusedCall(
      id,
      { query: { ...query }, path: { siteId: api.siteId } },
      { status: 400, code: 'VALIDATION_FAILED', field },
    ),
  );

  test.each([
    ['listPipelineErrors', { siteId: 'x' }, 'siteId'],
    ['getSiteSeries', {}, 'timeRange.endUnixTimeSeconds'],
  ] as const)('a range of %s that ends before it begins, or misses parts', (id, query, field) =>
    expectRefusedCall(
      id,
      {
        path: { siteId: api.siteId },
        query: {
          ...query,
          'timeRange.startUnixTimeSeconds': 200,
          'timeRange.endUnixTimeSeconds': 100,
        },
      },
      { status: 400, code: 'VALIDATION_FAILED', field },
    ),
  );
});

describe('unknown things', () => {
  test.each([
    ['getPipeline', { path: { pipelineId: GHOST.pipeline } }],
    ['listVersions', { path: { pipelineId: GHOST.pipeline } }],
    ['getGraph', { path: { pipelineId: GHOST.pipeline, graphVersion: 1 } }],
    ['getSource', { path: { id: GHOST.node } }],
    ['getSink', { path: { id: GHOST.node } }],
    ['deleteSource', { path: { id: GHOST.node } }],
    ['deleteSink', { path: { id: GHOST.node } }],
    ['updateSource', { body: { source: { id: GHOST.node, name: 'x' } } }],
    ['updateSink', { body: { sink: { id: GHOST.node, name: 'x' } } }],
    ['updatePipeline', { body: { pipeline: { id: GHOST.pipeline, name: 'x' } } }],
    ['saveGraph', { body: createGraphBody(GHOST.pipeline, {}) }],
    ['runPipelineAction', { body: { pipelineId: GHOST.pipeline, action: 'DEPLOY', graphVersion: 1 } }],
    ['createPipeline', { body: { pipeline: { name: 'x', siteId: GHOST.site } } }],
    ['createExamplePipeline', { body: { siteId: GHOST.site } }],
    ['listSourcePorts', { path: { siteId: GHOST.site } }],
    [
      'createTransforms',
      {
        body: {
          transforms: [{ name: 'x', templateId: 'parse_json', config: {}, pipelineId: GHOST.pipeline }],
        },
      },
    ],
  ] as [CallId, CallParts][])('%s', (id, parts) =>
    expectRefusedCall(id, parts, { status: 404, code: 'NOT_FOUND', message: /There is no/ }),
  );

  test('an unknown call, and a wrong method', async () => {
    await expectRefused(() => api.request('/v1/nothing'), { status: 404, code: 'NOT_FOUND' });
    await expectRefused(() => api.request('/v1/pipeline', { method: 'DELETE' }), {
      status: 405,
      code: 'METHOD_NOT_ALLOWED',
    });
    expect(refusal.headers.get('allow')).toBe('POST, PATCH');
  });

  test('a type of component', () =>
    expectRefusedCall(
      'createSource',
      { body: { source: { name: 'x', siteId: api.siteId, templateId: 'telepathy', config: {} } } },
      { status: 400, code: 'VALIDATION_FAILED', field: 'source.templateId', message: /http_server/ },
    ));
});

describe('configuration', () => {
  const source = (config: object) => ({
    body: { source: { name: 'x', siteId: api.siteId, templateId: 'tcp', config } },
  });

  test.each([
    ['a port out of range', { port: 70_000 }, 'source.config.port'],
    ['a field that the type does not have', { port: 5000, colour: 'red' }, 'source.config.colour'],
    ['a missing field', {}, 'source.config.port'],
  ])('%s', (_, config, field) =>
    expectRefusedCall('createSource', source(config), { status: 400, code: 'VALIDATION_FAILED', field }),
  );

  test('an invalid grok pattern', async () => {
    const pipelineId = await makePipeline(api);
    const transform = {
      name: 'Parse',
      templateId: 'parse_grok',
      pipelineId,
      config: { pattern: '%{NOPE:x} (' },
    };
    await expectRefusedCall(
      'createTransforms',
      { body: { transforms: [transform] } },
      { status: 400, code: 'VALIDATION_FAILED' },
    );
    expect(refusal.body.details[0].field).toMatch(/^transforms\.0\.config\.pattern/);
  });

  test('one wrong transform of several stores none', async () => {
    const pipelineId = await makePipeline(api);
    const good = { name: 'a', templateId: 'parse_json', pipelineId, config: {} };
    await expectRefusedCall(
      'createTransforms',
      { body: { transforms: [good, { ...good, name: 'b', templateId: 'nope' }] } },
      { status: 400, code: 'VALIDATION_FAILED', field: 'transforms.1.templateId' },
    );
  });
});

describe('names and holders', () => {
  test('names are unique per site, whatever stands around them, by case [R5-11 … R5-15]', async () => {
    await makeSavedPipeline(api, 'web');
    const { siteId } = api;
    const taken = { status: 409, code: 'NAME_TAKEN' };
    await expectRefusedCall(
      'createPipeline',
      { body: { pipeline: { name: ' web ', siteId } } },
      { ...taken, field: 'pipeline.name', message: /^Pipeline name already exists$/ },
    );
    const loud = await api.call('createPipeline', { body: { pipeline: { name: 'WEB', siteId } } });
    expect(loud.status, 'case tells names apart (R5-15)').toBe(200);
    const sourceBody = { name: 'web source', siteId, templateId: 'tcp', config: { port: 5009 } };
    await expectRefusedCall(
      'createSource',
      { body: { source: sourceBody } },
      { ...taken, field: 'source.name' },
    );
    const other = await makePipeline(api, 'other');
    await expectRefusedCall(
      'updatePipeline',
      { body: { pipeline: { id: other, name: 'web' } } },
      { ...taken, message: /^Pipeline name already exists$/ },
    );
    const same = await api.call('updatePipeline', { body: { pipeline: { id: other, name: 'other' } } });
    expect(same.status, 'the pipeline itself is left out (R5-12)').toBe(200);
    await act(api, other, 'DELETE');
    await api.service.services.lifecycle.settled();
    const freed = await api.call('createPipeline', { body: { pipeline: { name: 'other', siteId } } });
    expect(freed.status, 'a deleted one does not count (R5-15)').toBe(200);
  });

  test('two sources on one port: the holder is named', async () => {
    const { port } = await makeConnections(api, 'first');
    const source = { name: 'second', siteId: api.siteId, templateId: 'tcp', config: { port } };
    const conflict = { status: 409, code: 'PORT_IN_USE', field: 'source.config.port' };
    await expectRefusedCall('createSource', { body: { source } }, { ...conflict, message: /'first source'/ });
    await expectRefusedCall(
      'createSource',
      { body: { source: { ...source, config: { port: 4600 } } } },
      { ...conflict, message: /own/ },
    );
    const ports = await api.call('listSourcePorts', {
      path: { siteId: api.siteId },
      query: { protocol: 'TCP' },
    });
    expect(ports.body.ports).toEqual([port]);
    expect(ports.body.holders).toMatchObject([{ port, protocol: 'TCP', sourceName: 'first source' }]);
  });

  test('two destinations on one file: the holder is named', async () => {
    const sink = { name: 'a', siteId: api.siteId, templateId: 'file', config: { path: '/tmp/penstock-x' } };
    await api.call('createSink', { body: { sink } });
    await expectRefusedCall(
      'createSink',
      { body: { sink: { ...sink, name: 'b', config: { path: '/tmp/./penstock-x' } } } },
      { status: 409, code: 'CONFLICT', field: 'sink.config.path', message: /'a'/ },
    );
  });

  test('what a pipeline uses cannot be deleted, and the pipeline is named', async () => {
    const { sourceId, sinkId, pipelineId } = await makeSavedPipeline(api);
    const inUse = { status: 409, code: 'IN_USE', message: /'web'/, field: `pipelines.${pipelineId}` };
    await expectRefusedCall('deleteSource', { path: { id: sourceId } }, inUse);
    await expectRefusedCall('deleteSink', { path: { id: sinkId } }, inUse);
    await act(api, pipelineId, 'DELETE');
    await api.service.services.lifecycle.settled();
    expect((await api.call('deleteSource', { path: { id: sourceId } })).status).toBe(200);
    expect((await api.call('getSource', { path: { id: sourceId } })).status).toBe(404);
  });

  test('a change that the running pipeline refuses is not stored', async () => {
    const { sourceId, pipelineId, port } = await makeDeployedPipeline(api);
    api.engine.failNext('The port cannot be opened');
    await expectRefusedCall(
      'updateSource',
      { body: { source: { id: sourceId, config: { port: await freePort() } } } },
      { status: 409, code: 'CONFLICT', message: /The port cannot be opened/ },
    );
    const runs = api.engine.plans.get(pipelineId)?.nodes.find((node) => node.id === sourceId);
    expect(runs?.config.port).toBe(port);
  });
});
