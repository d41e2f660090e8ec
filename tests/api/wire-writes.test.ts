import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallId, callDefinition } from '../../src/contract/calls/index.ts';
import { makeSite } from './support/access.ts';
import { createChain } from './support/fixtures.ts';
import type { CallParts } from './support/service.ts';
import { makeWireWorld, type WireWorld } from './support/wire-world.ts';

let world: WireWorld;
beforeAll(async () => {
  world = await makeWireWorld();
});
afterAll(() => world.api.stop());

type Row = [
  requirements: string,
  id: CallId,
  line: string,
  parts: (world: WireWorld) => CallParts | Promise<CallParts>,
  reads: Record<string, unknown>,
];

const expectId = (digit: string): unknown => expect.stringMatching(new RegExp(`^${digit}\\d{17}$`));
const NEW = { description: '', config: { port: 19_999 }, templateId: 'tcp' };
const SINK = { description: '', config: {}, templateId: 'blackhole' };

const createSpare = async ({ api }: WireWorld, kind: 'source' | 'sink'): Promise<string> => {
  const own = { ...(kind === 'source' ? NEW : SINK), siteId: api.siteId, name: `spare ${kind}` };
  const made = await api.call(kind === 'source' ? 'createSource' : 'createSink', { body: { [kind]: own } });
  return made.body.id;
};

/** The writes of section 7, in order. */
const WRITES: Row[] = [
  [
    'R7-37, R7-38',
    'createPipeline',
    'POST /v1/pipeline',
    ({ api: { siteId } }) => ({
      body: { pipeline: { name: 'made', description: '', siteId, pipelineType: 'USER' } },
    }),
    { id: expectId('3') },
  ],
  [
    'R7-39',
    'updatePipeline',
    'PATCH /v1/pipeline',
    ({ api: { siteId }, made }) => ({
      body: {
        pipeline: { id: made.pipelineId, name: 'web', description: 'logs', siteId, pipelineType: 'USER' },
      },
    }),
    { revision: 2 },
  ],
  [
    'R7-59, R7-60',
    'createTransforms',
    'POST /v1/transforms',
    ({ made: { pipelineId } }) => ({
      body: {
        transforms: ['One', 'Two'].map((name) => ({
          name,
          description: '',
          templateId: 'parse_json',
          config: {},
          pipelineId,
        })),
      },
    }),
    { transformIds: [expectId('1'), expectId('1')] },
  ],
  [
    'R7-42',
    'saveGraph',
    'PUT /v1/pipeline-graph',
    ({ made: { pipelineId, sourceId, transformId, sinkId } }) => ({
      body: {
        pipelineId,
        edges: createChain(sourceId, transformId, sinkId),
        metaInfo: { [transformId]: { notes: 'why' } },
        versionInfo: { pipelineId, name: 'noted' },
      },
    }),
    { graph: expect.objectContaining({ version: 2 }) },
  ],
  [
    'R7-46',
    'createSource',
    'POST /v1/source',
    ({ api: { siteId } }) => ({ body: { source: { ...NEW, name: 'in', siteId, config: { port: 19_998 } } } }),
    { id: expectId('2') },
  ],
  [
    'R7-47',
    'updateSource',
    'PATCH /v1/source',
    ({ made }) => ({ body: { source: { id: made.sourceId, name: 'web in' } } }),
    { revision: 2 },
  ],
  [
    'R7-48',
    'deleteSource',
    'DELETE /v1/source/{id}',
    async (now) => ({ path: { id: await createSpare(now, 'source') } }),
    {},
  ],
  [
    'R7-54',
    'createSink',
    'POST /v1/sink',
    ({ api: { siteId } }) => ({ body: { sink: { ...SINK, name: 'out', siteId } } }),
    { id: expectId('2') },
  ],
  [
    'R7-55',
    'updateSink',
    'PATCH /v1/sink',
    ({ made }) => ({ body: { sink: { id: made.sinkId, name: 'web out' } } }),
    { revision: 2 },
  ],
  [
    'R7-56',
    'deleteSink',
    'DELETE /v1/sink/{id}',
    async (now) => ({ path: { id: await createSpare(now, 'sink') } }),
    {},
  ],
  [
    'R7-67',
    'acknowledgeNotifications',
    'PATCH /v1/notifications',
    ({ api: { siteId } }) => ({ body: { siteIds: [siteId], ackAll: true } }),
    {},
  ],
  [
    'R7-71',
    'createUser',
    'POST /v1/auth/user',
    () => ({ body: { user: { name: 'Ada', email: 'ada@example.org', roleIds: ['viewer'] } } }),
    { id: expectId('5') },
  ],
];

test.each(WRITES)('$1 is $2 [$0]', async (_, callId, line, parts, reads) => {
  const { method, path } = callDefinition(callId);
  expect(`${method} ${path}`).toBe(line);
  const { status, body } = await world.api.call(callId, await parts(world));
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toEqual(expect.objectContaining(reads));
});

test('transform ids return in the order sent [R7-60]', async () => {
  const { api, made } = world;
  const names = ['Zulu', 'Alpha', 'Mike'];
  const transforms = names.map((name) => ({
    name,
    templateId: 'parse_json',
    config: {},
    pipelineId: made.pipelineId,
  }));
  const { transformIds } = (await api.call('createTransforms', { body: { transforms } })).body;
  const { body } = await api.call('listTransforms', { query: { transformIds } });
  const nameOf = new Map(body.transforms.map((one: { id: string; name: string }) => [one.id, one.name]));
  expect(transformIds.map((one: string) => nameOf.get(one))).toEqual(names);
});

test.each([
  ['id', '100000000000000001'],
  ['isDirty', true],
  ['isInvalid', false],
  ['isNew', true],
  ['icon', 'braces'],
])('a transform with %s is refused by that name [R3-22, R7-59]', async (field, value) => {
  const transform = { name: 'x', templateId: 'parse_json', config: {}, pipelineId: world.made.pipelineId };
  const answer = await world.api.call('createTransforms', {
    body: { transforms: [{ ...transform, [field]: value }] },
  });
  expect(answer.status).toBe(400);
  expect(answer.body.details[0].field).toBe(`transforms.0.${field}`);
});

test('a pipeline stays on its site [R7-39]', async () => {
  const { api, made } = world;
  const siteId = await makeSite(api);
  const answer = await api.call('updatePipeline', { body: { pipeline: { id: made.pipelineId, siteId } } });
  expect([answer.status, answer.body.details[0].field]).toEqual([400, 'pipeline.siteId']);
});

test('after ackAll nothing is unread [R7-67]', async () => {
  const { body } = await world.api.call('listNotifications', { query: { ackValues: ['UNACKNOWLEDGED'] } });
  expect(body.notifications).toEqual([]);
});
