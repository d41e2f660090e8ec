import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SampleTestResult } from '../../src/contract/calls/preview.ts';
import { createDraftChain, sink, source, transform } from './support/draft.ts';
import {
  act,
  createChain,
  createGraphBody,
  fetchPipeline,
  makeConnections,
  makePipeline,
  makeTransform,
} from './support/fixtures.ts';
import { expectRefusal } from './support/refusal.ts';
import { startService, type TestService } from './support/service.ts';

const createRemoval = (...fields: string[]) => ({
  name: 'Trim',
  templateId: 'remove_fields',
  config: { fields },
});

let api: TestService;
let pipelineId: string;
let parseId: string;
let trimId: string;
let connections: Awaited<ReturnType<typeof makeConnections>>;

async function save(more: Parameters<typeof makeTransform>[2]): Promise<string> {
  const id = await makeTransform(api, pipelineId, more);
  const edges = createChain(connections.sourceId, parseId, id, connections.sinkId);
  await api.call('saveGraph', { body: createGraphBody(pipelineId, edges) });
  return id;
}

beforeEach(async () => {
  api = await startService();
  connections = await makeConnections(api);
  pipelineId = await makePipeline(api);
  parseId = await makeTransform(api, pipelineId);
  trimId = await save(createRemoval('secret'));
});
afterEach(() => api.stop());

const EVENTS = ['{"secret":1,"a":1}', '{"a":2}'];
const keepSample = async (more: object = {}) => {
  const sample = {
    pipelineId,
    name: 'morning',
    events: EVENTS,
    expected: { [trimId]: [['{"a":1}'], ['{"a":2}']], [connections.sinkId]: [['{"a":1}'], ['{"a":2}']] },
    pinned: true,
    ...more,
  };
  return (await api.call('createSample', { body: { sample } })).body.id as string;
};
const runTests = async (more: object = {}): Promise<SampleTestResult[]> =>
  (await api.call('runSampleTests', { body: { pipelineId, ...more } })).body.results;
const listPassed = async (more: object = {}) =>
  (await runTests(more)).map(({ name, passed }) => [name, passed]);

describe('pinned samples are the tests of a pipeline (screens 2.2)', () => {
  test('each that is pinned and expects something is one', async () => {
    const sampleId = await keepSample();
    await keepSample({ name: 'not pinned', pinned: false });
    await keepSample({ name: 'expects nothing', expected: null });
    expect(await runTests()).toEqual([{ sampleId, name: 'morning', passed: true, differences: [] }]);
  });

  test('a changed result differs event by event; expectations are per node', async () => {
    await keepSample();
    await save({ ...createRemoval('a'), lineageId: trimId });
    const [result] = await runTests();
    expect(result).toMatchObject({ passed: false });
    expect(result?.differences.slice(0, 2)).toEqual([
      { componentId: trimId, index: 0, expected: ['{"a":1}'], actual: ['{"secret":1}'] },
      { componentId: trimId, index: 1, expected: ['{"a":2}'], actual: ['{}'] },
    ]);
    expect(await listPassed({ graphVersion: 1 })).toEqual([['morning', true]]);
  });

  test('a draft is tested before it is saved', async () => {
    await keepSample();
    const draft = (fields: string[]) =>
      createDraftChain({
        [connections.sourceId]: source('tcp', { port: connections.port }),
        [parseId]: transform('parse_json'),
        [trimId]: transform('remove_fields', { fields }),
        [connections.sinkId]: sink('blackhole'),
      });
    expect(await listPassed({ graph: draft(['secret']) })).toEqual([['morning', true]]);
    expect(await listPassed({ graph: draft(['a']) })).toEqual([['morning', false]]);
  });

  test('events that left a node begin after it', async () => {
    await keepSample({ startComponentId: parseId });
    expect(await listPassed()).toEqual([['morning', true]]);
  });

  test('a node that is gone is reported, not passed over', async () => {
    await keepSample({ name: 'checks what is gone', expected: { '199999999999999999': [[], []] } });
    await keepSample({ name: 'starts where nothing is', startComponentId: '199999999999999999' });
    expect((await runTests()).map((one) => one.problem)).toEqual([
      expect.stringMatching(/checks is not in this graph/),
      expect.stringMatching(/events left is not in this graph/),
    ]);
  });

  test('50 differences are shown', async () => {
    const events = Array.from({ length: 60 }, () => '{}');
    await keepSample({ events, expected: { [trimId]: events.map(() => ['x']) } });
    const [result] = await runTests();
    expect(result?.differences).toHaveLength(50);
  });

  test('a version that is not there', async () => {
    const send = () => api.call('runSampleTests', { body: { pipelineId, graphVersion: 9 } });
    await expectRefusal(api, send, { status: 404, code: 'NOT_FOUND' });
  });
});

describe('they are the gate before a deployment (screens 2.2)', () => {
  const statusOf = async () => (await fetchPipeline(api, pipelineId)).status;
  const deploy = (graphVersion: number, more: object = {}) =>
    api.call('runPipelineAction', { body: { pipelineId, action: 'DEPLOY', graphVersion, ...more } });

  test('what passes is deployed', async () => {
    await keepSample();
    expect((await deploy(1)).status).toBe(200);
    await api.service.services.lifecycle.settled();
    expect(await statusOf()).toBe('DEPLOYED');
  });

  test('a failing one refuses with sample and difference, changing nothing', async () => {
    await keepSample();
    await save({ ...createRemoval('a'), lineageId: trimId });
    const { body } = await expectRefusal(api, () => deploy(2), {
      status: 409,
      code: 'ACTION_REFUSED',
      field: 'graphVersion',
      message: /'morning' fails: of event 1, \{"secret":1\} leaves 'Trim', where \{"a":1\} is expected/,
    });
    expect(body.details[0].rule).toBe('sample_test');
    expect(api.engine.deployed).toEqual([]);
  });

  test('all that fail are counted', async () => {
    await keepSample();
    await keepSample({ name: 'evening' });
    await save({ ...createRemoval('a'), lineageId: trimId });
    const { body } = await deploy(2);
    expect(body.message).toMatch(/^The sample 'evening' .*, and 1 more\. /);
    expect(body.details).toHaveLength(2);
  });

  test('force goes past it; samples that are not pinned do not count', async () => {
    const id = await keepSample();
    await save({ ...createRemoval('a'), lineageId: trimId });
    expect((await deploy(2, { forceDeploy: true })).status).toBe(200);
    await api.service.services.lifecycle.settled();
    await save({ ...createRemoval('b'), lineageId: trimId });
    expect((await deploy(3)).status).toBe(409);
    await api.call('updateSample', { body: { sample: { id, pinned: false } } });
    expect((await deploy(3)).status).toBe(200);
  });

  test('a test that cannot be run keeps from deploying too', async () => {
    await keepSample({ startComponentId: '199999999999999999' });
    const refused = { status: 409, code: 'ACTION_REFUSED', message: /could not be tested/ };
    await expectRefusal(api, () => deploy(1), refused);
  });

  test('what runs is confirmed without asking', async () => {
    await deploy(1);
    await api.service.services.lifecycle.settled();
    await keepSample({ expected: { [trimId]: [['never'], ['never']] } });
    expect((await deploy(1)).status).toBe(200);
  });

  test.each([['PAUSE', 'PAUSED'] as const, ['BYPASS', 'BYPASSED'] as const])(
    'after %s it is resumed when its tests pass, or by force',
    async (action, status) => {
      await deploy(1);
      await api.service.services.lifecycle.settled();
      await act(api, pipelineId, action);
      await api.service.services.lifecycle.settled();
      await keepSample({ expected: { [trimId]: [['never'], ['never']] } });
      await expectRefusal(api, () => deploy(1), { status: 409, code: 'ACTION_REFUSED', message: /fails/ });
      expect(await statusOf()).toBe(status);
      expect((await deploy(1, { forceDeploy: true })).status).toBe(200);
      await api.service.services.lifecycle.settled();
      expect(await statusOf()).toBe('DEPLOYED');
    },
  );

  test('the lifecycle has the first word', async () => {
    await keepSample({ expected: { [trimId]: [['never'], ['never']] } });
    const { body } = await deploy(7);
    expect(body.message).not.toMatch(/sample/);
  });
});
