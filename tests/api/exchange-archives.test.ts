import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildArchivalBody, listArchivePlans, makeFileSink } from './support/archives.ts';
import { createExchange, expectDone, listActions } from './support/exchange.ts';
import { makeSavedPipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(() => api.stop());

const { exportSite, importText } = createExchange(() => api);
const fetchDefinition = async (from = api, ids?: string[]): Promise<string> =>
  expectDone(await exportSite(from, ids)).body.definition;
const fetchSource = async (service: TestService, id: string) =>
  (await service.call('getSource', { path: { id } })).body.source;

async function createArchived() {
  const made = await makeSavedPipeline(api);
  const archiveId = await makeFileSink(api, 'Raw archive', {
    path: '/tmp/penstock-test-output/x/any.ndjson',
  });
  expectDone(await api.call('enableArchival', buildArchivalBody(api, made.sourceId, archiveId)));
  return { ...made, archiveId };
}

describe('archives in definitions [R3-11]', () => {
  test('export, import at home, import elsewhere, export: nothing changes, the same bytes', async () => {
    const { pipelineId } = await createArchived();
    for (const ids of [undefined, [pipelineId]]) {
      const text = await fetchDefinition(api, ids);
      expect(text).toContain('    archive: Raw archive\n');
      const { entries } = expectDone(await importText(text)).body;
      expect(entries.map(({ action }: { action: string }) => action)).toEqual(entries.map(() => 'unchanged'));
      const elsewhere = await startService();
      try {
        expectDone(await importText(text, { to: elsewhere }));
        expect(await fetchDefinition(elsewhere)).toBe(text);
        expect(listArchivePlans(elsewhere)).toHaveLength(1);
        const { sinks } = (await elsewhere.call('listSinks', { query: { usageTypes: ['ARCHIVAL'] } })).body;
        expect(sinks.map(({ name }: { name: string }) => name)).toEqual(['Raw archive']);
      } finally {
        await elsewhere.stop();
      }
    }
    expect(listArchivePlans(api)).toHaveLength(1);
  });

  test('a removed archive ends, and its destination serves pipelines again', async () => {
    const { sourceId, archiveId } = await createArchived();
    const text = (await fetchDefinition()).replace('    archive: Raw archive\n', '');
    const planned = expectDone(await importText(text, { dryRun: true })).body.entries;
    expect(planned.flatMap(({ changes }: { changes: unknown[] }) => changes)).toEqual([
      { field: 'archive', before: 'Raw archive' },
    ]);
    expect((await fetchSource(api, sourceId)).archivalEnabled).toBe(true);
    expect(listActions(await importText(text))).toContain('update web source');
    expect((await fetchSource(api, sourceId)).archivalEnabled).toBe(false);
    const { archives } = expectDone(await api.call('listEndedArchives', { path: { id: sourceId } })).body;
    expect(archives).toMatchObject([{ sinkId: archiveId, sinkName: 'Raw archive' }]);
    expect((await api.call('getSink', { path: { id: archiveId } })).body.sink.usageType).toBe('USER');
    expect(listArchivePlans(api)).toEqual([]);
  });

  test('a renamed archive moves', async () => {
    const { sourceId } = await createArchived();
    const other = await makeFileSink(api, 'Other archive');
    const text = (await fetchDefinition()).replace('archive: Raw archive', 'archive: Other archive');
    expectDone(await importText(text));
    expect((await fetchSource(api, sourceId)).archivalSinkId).toBe(other);
    expect(listArchivePlans(api).map(({ nodes }) => nodes.at(-1)?.id)).toEqual([other]);
    expect(await fetchDefinition()).toBe(text);
  });

  test('a changed source is archived as it is now', async () => {
    const { sourceId, port } = await createArchived();
    expectDone(await importText((await fetchDefinition()).replace(`port: ${port}`, `port: ${port + 5000}`)));
    const [plan] = listArchivePlans(api);
    expect(plan?.nodes.find(({ id }) => id === sourceId)?.config).toMatchObject({ port: port + 5000 });
  });

  test.each([
    ['Nowhere', "There is no destination 'Nowhere'"],
    ['web sink', "'web sink' cannot hold an archive"],
    ['Used file', "'Used file' is used by 'web'"],
  ])('%s is refused, with its place in the text', async (name, message) => {
    await createArchived();
    const text = (await fetchDefinition()).replace('archive: Raw archive', `archive: ${name}`);
    const used = text
      .replace('          - web sink\n', '          - Used file\n')
      .replace(
        'destinations:\n',
        'destinations:\n  - name: Used file\n    type: file\n    config: {path: /tmp/used.ndjson}\n',
      );
    const answer = await importText(name === 'Used file' ? used : text);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(message);
    expect(answer.body.details[0].field).toMatch(/^sources\.\d+\.archive$/);
  });

  test('secrets of a destination of archives stay out', async () => {
    const { siteId } = api;
    const config = {
      bucket: 'raw',
      url: 'http://127.0.0.1:9',
      accessKeyId: 'key',
      secretAccessKey: 'very-secret',
    };
    const sink = { name: 'Bucket', siteId, templateId: 's3', config };
    const { id } = expectDone(await api.call('createSink', { body: { sink } })).body;
    const { sourceId } = await makeSavedPipeline(api);
    expectDone(await api.call('enableArchival', buildArchivalBody(api, sourceId, id)));
    const text = await fetchDefinition();
    expect(text).toContain('archive: Bucket');
    expect(text).not.toContain('very-secret');
    expect(listActions(await importText(text)).every((action) => action.startsWith('unchanged'))).toBe(true);
  });
});
