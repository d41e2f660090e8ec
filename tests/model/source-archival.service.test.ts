import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sourceArchival } from '../../src/console/views/pipeline/create/source-archival.ts';
import { saveCalls } from '../../src/console/views/pipeline/editor/save-calls.ts';
import { makeFileSink } from '../api/support/archives.ts';
import { makeConnections } from '../api/support/fixtures.ts';
import { startService, type TestService } from '../api/support/service.ts';
import { connectConsole } from './console-calls.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
  connectConsole(api, () => 'answer');
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await api.stop();
});

const signal = new AbortController().signal;

async function saveNew(name: string, sourceId: string, sinkId: string): Promise<void> {
  const { siteId } = api;
  const { id = '' } = await saveCalls.createPipeline({ siteId, name, description: '' }, signal);
  const edges = { [sourceId]: { nodeIds: [sinkId] } };
  const graph = { siteId, pipelineId: id, edges, metaInfo: {}, versionName: '', baseVersion: 0 };
  await saveCalls.putGraph(graph, signal);
}

const archivedTo = async (id: string): Promise<string | undefined> =>
  (await api.call('getSource', { path: { id } })).body.source.archivalSinkId;

test('saving a new pipeline archives its source as chosen, once [R3-11]', async () => {
  const { siteId } = api;
  const { sourceId, sinkId } = await makeConnections(api);
  const archive = await makeFileSink(api);
  sourceArchival.choose({ siteId, sourceId, sinkId: archive });
  await saveNew('first', sourceId, sinkId);
  expect(await archivedTo(sourceId)).toBe(archive);
  await api.call('disableArchival', { body: { siteId, sourceId } });
  await saveNew('second', sourceId, sinkId);
  expect(await archivedTo(sourceId)).toBeUndefined();
});

test('a source removed from the pipeline is left unchanged [R3-11]', async () => {
  const chosen = await makeConnections(api);
  const other = await makeConnections(api, 'other');
  const archive = await makeFileSink(api);
  sourceArchival.choose({ siteId: api.siteId, sourceId: chosen.sourceId, sinkId: archive });
  await saveNew('other', other.sourceId, other.sinkId);
  expect(await archivedTo(chosen.sourceId)).toBeUndefined();
  expect(sourceArchival.read()).toBeUndefined();
});

test('the pipeline stays saved where the destination cannot take the archive [R3-11]', async () => {
  const { sourceId, sinkId } = await makeConnections(api);
  sourceArchival.choose({ siteId: api.siteId, sourceId, sinkId });
  await saveNew('kept', sourceId, sinkId);
  expect((await api.store.pipelines.list({ siteIds: [api.siteId] })).rows).toHaveLength(1);
  expect(await archivedTo(sourceId)).toBeUndefined();
});
