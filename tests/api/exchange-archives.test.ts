import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { archivalBody, archivePlans, makeFileSink } from './support/archives.ts';
import { actions, done, exchangeOf } from './support/exchange.ts';
import { makeSavedPipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(() => api.stop());

const { exportSite, importText } = exchangeOf(() => api);
const textOf = async (from = api, ids?: string[]): Promise<string> =>
  done(await exportSite(from, ids)).body.definition;
const sourceOf = async (service: TestService, id: string) =>
  (await service.call('getSource', { path: { id } })).body.source;

async function archived() {
  const made = await makeSavedPipeline(api);
  const archiveId = await makeFileSink(api, 'Raw archive', {
    path: '/tmp/penstock-test-output/x/any.ndjson',
  });
  done(await api.call('enableArchival', archivalBody(api, made.sourceId, archiveId)));
  return { ...made, archiveId };
}

describe('archives in definitions [R3-11]', () => {
  test('export, import at home, import elsewhere, export: nothing changes, the same bytes', async () => {
    const { pipelineId } = await archived();
    for (const ids of [undefined, [pipelineId]]) {
      const text = await textOf(api, ids);
      expect(text).toContain('    archive: Raw archive\n');
      const { entries } = done(await importText(text)).body;
      expect(entries.map(({ action }: { action: string }) => action)).toEqual(entries.map(() => 'unchanged'));
      const elsewhere = await startService();
      try {
        done(await importText(text, { to: elsewhere }));
        expect(await textOf(elsewhere)).toBe(text);
        expect(archivePlans(elsewhere)).toHaveLength(1);
        const { sinks } = (await elsewhere.call('listSinks', { query: { usageTypes: ['ARCHIVAL'] } })).body;
        expect(sinks.map(({ name }: { name: string }) => name)).toEqual(['Raw archive']);
      } finally {
        await elsewhere.stop();
      }
    }
    expect(archivePlans(api)).toHaveLength(1);
  });

  test('a removed archive ends, and its destination serves pipelines again', async () => {
    const { sourceId, archiveId } = await archived();
    const text = (await textOf()).replace('    archive: Raw archive\n', '');
    const planned = done(await importText(text, { dryRun: true })).body.entries;
    expect(planned.flatMap(({ changes }: { changes: unknown[] }) => changes)).toEqual([
      { field: 'archive', before: 'Raw archive' },
    ]);
    expect((await sourceOf(api, sourceId)).archivalEnabled).toBe(true);
    expect(actions(await importText(text))).toContain('update web source');
    expect((await sourceOf(api, sourceId)).archivalEnabled).toBe(false);
    const { archives } = done(await api.call('listEndedArchives', { path: { id: sourceId } })).body;
    expect(archives).toMatchObject([{ sinkId: archiveId, sinkName: 'Raw archive' }]);
    expect((await api.call('getSink', { path: { id: archiveId } })).body.sink.usageType).toBe('USER');
    expect(archivePlans(api)).toEqual([]);
  });

  test('a renamed archive moves', async () => {
    const { sourceId } = await archived();
    const other = await makeFileSink(api, 'Other archive');
    const text = (await textOf()).replace('archive: Raw archive', 'archive: Other archive');
    done(await importText(text));
    expect((await sourceOf(api, sourceId)).archivalSinkId).toBe(other);
    expect(archivePlans(api).map(({ nodes }) => nodes.at(-1)?.id)).toEqual([other]);
    expect(await textOf()).toBe(text);
  });

  test('a changed source is archived as it is now', async () => {
    const { sourceId, port } = await archived();
    done(await importText((await textOf()).replace(`port: ${port}`, `port: ${port + 5000}`)));
    const [plan] = archivePlans(api);
    expect(plan?.nodes.find(({ id }) => id === sourceId)?.config).toMatchObject({ port: port + 5000 });
  });

  test.each([
    ['Nowhere', "There is no destination 'Nowhere'"],
    ['web sink', "'web sink' cannot hold an archive"],
    ['Used file', "'Used file' is used by 'web'"],
  ])('%s is refused, with its place in the text', async (name, message) => {
    await archived();
    const text = (await textOf()).replace('archive: Raw archive', `archive: ${name}`);
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
    const { id } = done(await api.call('createSink', { body: { sink } })).body;
    const { sourceId } = await makeSavedPipeline(api);
    done(await api.call('enableArchival', archivalBody(api, sourceId, id)));
    const text = await textOf();
    expect(text).toContain('archive: Bucket');
    expect(text).not.toContain('very-secret');
    expect(actions(await importText(text)).every((action) => action.startsWith('unchanged'))).toBe(true);
  });
});
