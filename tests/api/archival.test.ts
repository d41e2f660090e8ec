import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildArchivalBody, listArchivePlans, makeFileSink } from './support/archives.ts';
import { createChain, createGraphBody, makeConnections, makePipeline } from './support/fixtures.ts';
import { expectRefusal, GHOST, type Refusal } from './support/refusal.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(() => api.stop());

const createFileSink = (name?: string, config?: object) => makeFileSink(api, name, config);
const enable = (sourceId: string, sinkId?: string) =>
  api.call('enableArchival', buildArchivalBody(api, sourceId, sinkId));
const fetchSource = async (id: string) => (await api.call('getSource', { path: { id } })).body.source;
const fetchSink = async (id: string) => (await api.call('getSink', { path: { id } })).body.sink;
const listArchives = () => listArchivePlans(api);
const disable = (sourceId: string, sinkId?: string) =>
  api.call('disableArchival', buildArchivalBody(api, sourceId, sinkId));
const expectRefusedCall = (
  id: 'enableArchival' | 'disableArchival',
  sourceId: string,
  sinkId: string | undefined,
  how: Refusal,
) => expectRefusal(api, () => api.call(id, buildArchivalBody(api, sourceId, sinkId)), how);

describe('enabling archival [R7-49]', () => {
  test('runs an archive, marks the destination, and says so on both', async () => {
    const { sourceId } = await makeConnections(api);
    const sinkId = await createFileSink('Archive', { format: 'parquet' });
    expect(await fetchSource(sourceId)).toMatchObject({ archivalEnabled: false });
    const answer = await enable(sourceId, sinkId);
    expect(answer).toMatchObject({ status: 200, body: {} });
    const [plan, ...others] = listArchives();
    expect(others).toEqual([]);
    expect(plan!.nodes.map(({ id, isArchive }) => [id, isArchive])).toEqual([
      [sourceId, true],
      [expect.stringMatching(/^1/), undefined],
      [sinkId, true],
    ]);
    expect(plan!.nodes[2]!.config).toMatchObject({ format: 'parquet' });
    const source = await fetchSource(sourceId);
    expect(source).toMatchObject({
      archivalEnabled: true,
      archivalSinkId: sinkId,
      archival: { eventsReceived: '0', eventsWritten: '0', eventsWaiting: '0', bytesWritten: '0' },
    });
    expect(Math.abs(Date.parse(source.archival.since) - Date.now())).toBeLessThan(60_000);
    expect(await fetchSink(sinkId)).toMatchObject({ archivalEnabled: true, usageType: 'ARCHIVAL' });
  });

  test('lists keep archive destinations apart unless they are asked for [R7-45, R7-53, R9-58]', async () => {
    const { sourceId } = await makeConnections(api);
    const sinkId = await createFileSink();
    await enable(sourceId, sinkId);
    const listed = async (usageTypes?: string[]) =>
      (await api.call('listSinks', { query: { ...(usageTypes && { usageTypes }) } })).body.sinks.map(
        (sink: { id: string }) => sink.id,
      );
    expect(await listed()).not.toContain(sinkId);
    expect(await listed(['ARCHIVAL'])).toEqual([sinkId]);
    expect(await listed(['USER', 'ARCHIVAL'])).toHaveLength(2);
  });

  test('takes the only archive destination of the site when none is named', async () => {
    const first = await makeConnections(api, 'first');
    const second = await makeConnections(api, 'second');
    const sinkId = await createFileSink();
    await expectRefusedCall('enableArchival', first.sourceId, undefined, {
      status: 400,
      code: 'VALIDATION_FAILED',
      field: 'sinkId',
      message: /Choose the destination/,
    });
    await enable(first.sourceId, sinkId);
    expect((await enable(second.sourceId)).status).toBe(200);
    expect(await fetchSource(second.sourceId)).toMatchObject({ archivalSinkId: sinkId });
    await enable(second.sourceId, await createFileSink());
    const third = await makeConnections(api, 'third');
    await expectRefusedCall('enableArchival', third.sourceId, undefined, {
      status: 400,
      code: 'VALIDATION_FAILED',
      field: 'sinkId',
      message: /Choose one of/,
    });
  });

  test('asked again, changes nothing; with another destination, moves the archive', async () => {
    const { sourceId } = await makeConnections(api);
    const [one, two] = [await createFileSink(), await createFileSink()];
    await enable(sourceId, one);
    const [first] = listArchives();
    const { revision } = await fetchSource(sourceId);
    expect((await enable(sourceId, one)).status).toBe(200);
    expect((await fetchSource(sourceId)).revision).toBe(revision);
    expect((await enable(sourceId, two)).status).toBe(200);
    const [second, ...others] = listArchives();
    expect(others).toEqual([]);
    expect(second!.pipelineId).not.toBe(first!.pipelineId);
    expect(await fetchSink(one)).toMatchObject({ usageType: 'USER', archivalEnabled: false });
    expect(await fetchSink(two)).toMatchObject({ usageType: 'ARCHIVAL' });
  });

  test('is refused for what cannot be: nothing is changed', async () => {
    const { sourceId, sinkId: blackhole } = await makeConnections(api);
    const wrong = (field: string, message: RegExp) =>
      ({ status: 400, code: 'VALIDATION_FAILED', field, message }) as const;
    await expectRefusedCall('enableArchival', GHOST.node, undefined, { status: 404, code: 'NOT_FOUND' });
    await expectRefusedCall('enableArchival', sourceId, GHOST.node, { status: 404, code: 'NOT_FOUND' });
    await expectRefusedCall('enableArchival', sourceId, sourceId, { status: 404, code: 'NOT_FOUND' });
    await expectRefusedCall('enableArchival', sourceId, blackhole, wrong('sinkId', /type File or S3 bucket/));
    await expectRefusal(
      api,
      () => api.call('enableArchival', { body: { siteId: GHOST.site, sourceId } }),
      wrong('sourceId', /another site/),
    );
    api.engine.failNext('The folder cannot be written');
    await expectRefusedCall('enableArchival', sourceId, await createFileSink(), {
      status: 409,
      code: 'CONFLICT',
      field: 'sinkId',
      message: /The folder cannot be written/,
    });
    expect(listArchives()).toEqual([]);
  });

  test('a destination serves pipelines or archives, each refusal names who', async () => {
    const { sourceId } = await makeConnections(api);
    const sinkId = await createFileSink('Store');
    const pipelineId = await makePipeline(api, 'Web logs');
    await api.call('saveGraph', { body: createGraphBody(pipelineId, createChain(sourceId, sinkId)) });
    await expectRefusedCall('enableArchival', sourceId, sinkId, {
      status: 409,
      code: 'IN_USE',
      field: `pipelines.${pipelineId}`,
      message: /'Store' is used by 'Web logs'/,
    });
    const archive = await createFileSink('Kept');
    await enable(sourceId, archive);
    await expectRefusal(
      api,
      () => api.call('saveGraph', { body: createGraphBody(pipelineId, createChain(sourceId, archive)) }),
      { status: 400, code: 'GRAPH_INVALID', message: /'Kept' holds archives/ },
    );
  });
});

describe('disabling archival [R7-50]', () => {
  test('ends the archive, and frees its destination without further sources', async () => {
    const [one, two] = [await makeConnections(api, 'one'), await makeConnections(api, 'two')];
    const sinkId = await createFileSink();
    await enable(one.sourceId, sinkId);
    await enable(two.sourceId, sinkId);
    expect(await disable(one.sourceId, sinkId)).toMatchObject({ status: 200, body: {} });
    const source = await fetchSource(one.sourceId);
    expect(source.archivalEnabled).toBe(false);
    expect(source).not.toHaveProperty('archival');
    expect(source).not.toHaveProperty('archivalSinkId');
    expect(await fetchSink(sinkId)).toMatchObject({ usageType: 'ARCHIVAL' });
    expect(listArchives()).toHaveLength(1);
    await disable(two.sourceId);
    expect(await fetchSink(sinkId)).toMatchObject({ usageType: 'USER', archivalEnabled: false });
    expect(listArchives()).toEqual([]);
  });

  test('is refused where there is none, or another', async () => {
    const { sourceId } = await makeConnections(api);
    await expectRefusedCall('disableArchival', sourceId, undefined, {
      status: 409,
      code: 'CONFLICT',
      field: 'sourceId',
      message: /'web source' is not enabled/,
    });
    await enable(sourceId, await createFileSink('Here'));
    await expectRefusedCall('disableArchival', sourceId, await createFileSink('There'), {
      status: 400,
      code: 'VALIDATION_FAILED',
      field: 'sinkId',
      message: /archived to 'Here'/,
    });
  });
});
