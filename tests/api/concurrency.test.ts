import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CALL_IDS, type CallId, callDefinition } from '../../src/contract/calls/index.ts';
import {
  chain,
  graphBody,
  makeConnections,
  makePipeline,
  makeSavedPipeline,
  pipelineOf,
} from './support/fixtures.ts';
import { type CallParts, startService, type TestService } from './support/service.ts';

let api: TestService;
let now = Date.now();
beforeEach(async () => {
  now = Date.now();
  api = await startService({ clock: () => now });
});
afterEach(() => api.stop());

/** A write of each call that needs If-Match, on things that exist, with the version it begins from. */
async function guardedWrites(): Promise<Record<string, { parts: CallParts; version: number }>> {
  const { sourceId, sinkId } = await makeConnections(api, 'spare');
  const second = await makeConnections(api, 'other');
  const pipelineId = await makePipeline(api, 'guarded');
  return {
    updateSource: { parts: { body: { source: { id: sourceId, name: 'n' } } }, version: 1 },
    updateSink: { parts: { body: { sink: { id: sinkId, name: 'n' } } }, version: 1 },
    deleteSource: { parts: { path: { id: second.sourceId } }, version: 1 },
    deleteSink: { parts: { path: { id: second.sinkId } }, version: 1 },
    updatePipeline: { parts: { body: { pipeline: { id: pipelineId, name: 'n' } } }, version: 1 },
    updatePreferences: { parts: { body: { preferences: { characterKeys: false } } }, version: 0 },
    saveGraph: { parts: { body: graphBody(pipelineId, chain(sourceId, sinkId)) }, version: 0 },
  };
}

describe('If-Match', () => {
  const guarded = CALL_IDS.filter((id) => callDefinition(id).ifMatch);

  test.each(guarded)('%s: missing 428, stale 412 with what is stored, right 200', async (id: CallId) => {
    const write = (await guardedWrites())[id];
    if (!write) throw new Error(`${id} needs a case in guardedWrites`);
    const send = (ifMatch: string) => api.call(id, { ...write.parts, headers: { 'if-match': ifMatch } });
    expect(await send('')).toMatchObject({ status: 428, body: { code: 'PRECONDITION_REQUIRED' } });
    expect(await send('"soon"')).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    const stale = await send('"17"');
    expect(stale).toMatchObject({ status: 412, body: { code: 'STALE_VERSION' } });
    expect(stale.body.current).toBeTypeOf('object');
    expect((await send(`"${write.version}"`)).status).toBe(200);
  });

  test('reads carry the version as ETag, edits raise it, status does not', async () => {
    const { pipelineId, sourceId } = await makeSavedPipeline(api);
    const etag = async (id: CallId, path: Record<string, string | number>) =>
      (await api.call(id, { path })).headers.get('etag');
    expect(await etag('getPipeline', { pipelineId })).toBe('"1"');
    expect(await etag('getGraph', { pipelineId, graphVersion: 1 })).toBe('"1"');
    await api.call('updatePipeline', { body: { pipeline: { id: pipelineId, description: 'd' } } });
    await api.call('updateSource', { body: { source: { id: sourceId, description: 'd' } } });
    expect(await etag('getPipeline', { pipelineId })).toBe('"2"');
    expect(await etag('getSource', { id: sourceId })).toBe('"2"');
    await api.call('runPipelineAction', { body: { pipelineId, action: 'DEPLOY', graphVersion: 1 } });
    await api.service.services.lifecycle.settled();
    expect(await etag('getPipeline', { pipelineId })).toBe('"2"');
  });

  test.each(['updatePipeline', 'updateSource', 'saveGraph'] as const)(
    'of 20 parallel writers with %s exactly one wins',
    async (id) => {
      const { pipelineId, sourceId, edges } = await makeSavedPipeline(api);
      const bodies = {
        updatePipeline: (n: number) => ({ pipeline: { id: pipelineId, description: `${n}` } }),
        updateSource: (n: number) => ({ source: { id: sourceId, description: `${n}` } }),
        saveGraph: (n: number) => graphBody(pipelineId, edges, {}, `${n}`),
      };
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          api.call(id, { body: bodies[id](n), headers: { 'if-match': '"1"' } }),
        ),
      );
      const statuses = answers.map((answer) => answer.status).sort();
      expect(statuses).toEqual([200, ...Array<number>(19).fill(412)]);
    },
  );
});

describe('Idempotency-Key', () => {
  const create = (key: string, name = 'web') =>
    api.call('createPipeline', {
      body: { pipeline: { name, siteId: api.siteId } },
      headers: { 'idempotency-key': key },
    });

  test('parallel repeats make one thing and get one answer', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create('k')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect((await api.call('listPipelines')).body.pagination.totalCount).toBe(1);
  });

  test('the key with another body is refused', async () => {
    await create('k');
    expect(await create('k', 'other')).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } });
  });

  test('a refused request leaves the key free', async () => {
    await create('a');
    expect((await create('b')).status).toBe(409);
    expect((await create('b', 'other')).status).toBe(200);
  });

  test('a key is forgotten after 24 hours', async () => {
    await create('k');
    now += 24 * 3600 * 1000 + 1;
    expect((await create('k', 'other')).status).toBe(200);
  });

  test('a graph saved twice with one key is one version, with its ETag', async () => {
    const { pipelineId, edges } = await makeSavedPipeline(api);
    const save = () =>
      api.call('saveGraph', {
        body: graphBody(pipelineId, edges),
        headers: { 'if-match': '"1"', 'idempotency-key': 'save' },
      });
    const [first, second] = [await save(), await save()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.headers.get('etag')).toBe('"2"');
    expect((await pipelineOf(api, pipelineId)).latestGraphVersion).toBe(2);
  });

  test('a deploy repeated is carried out once', async () => {
    const { pipelineId } = await makeSavedPipeline(api);
    const deploy = () =>
      api.call('runPipelineAction', {
        body: { pipelineId, action: 'DEPLOY', graphVersion: 1 },
        headers: { 'idempotency-key': 'deploy' },
      });
    expect((await deploy()).status).toBe(200);
    await api.service.services.lifecycle.settled();
    expect((await deploy()).status).toBe(200);
    await api.service.services.lifecycle.settled();
    expect(api.engine.deployed).toHaveLength(1);
  });
});
