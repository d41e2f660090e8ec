import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Counters } from '../../src/engine/port.ts';
import { openMemoryStore } from '../harness/memory-store.ts';
import { buildArchivalBody, listArchivePlans, makeFileSink } from './support/archives.ts';
import { FakeEngine } from './support/fake-engine.ts';
import { makeConnections, makeDeployedPipeline } from './support/fixtures.ts';
import { expectRefusal } from './support/refusal.ts';
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

const createArchiveCounters = (more: Partial<Counters>): Counters => ({
  eventsIn: 0,
  eventsOut: 0,
  eventsDropped: 0,
  eventsCreated: 0,
  eventsMerged: 0,
  eventsDeadLetter: 0,
  eventsBuffered: 0,
  bytesIn: 0,
  bytesOut: 0,
  bytesDropped: 0,
  bytesDeadLetter: 0,
  bytesBuffered: 0,
  rawBytes: 0,
  errors: 0,
  objectsWritten: 0,
  lastEventAt: 0,
  ...more,
});

describe('an archive', () => {
  test('keeps its destination from deletion, and goes with its source', async () => {
    const { sourceId } = await makeConnections(api);
    const sinkId = await createFileSink('Kept');
    await enable(sourceId, sinkId);
    await expectRefusal(api, () => api.call('deleteSink', { path: { id: sinkId } }), {
      status: 409,
      code: 'IN_USE',
      field: `sources.${sourceId}`,
      message: /'Kept' holds the archive of 'web source'/,
    });
    expect((await api.call('deleteSource', { path: { id: sourceId } })).status).toBe(200);
    expect(listArchives()).toEqual([]);
    expect(await fetchSink(sinkId)).toMatchObject({ usageType: 'USER' });
    expect((await api.call('deleteSink', { path: { id: sinkId } })).status).toBe(200);
  });

  test('follows changes of its source and destination, which the engine may refuse', async () => {
    const { sourceId } = await makeConnections(api);
    const sinkId = await createFileSink('Kept');
    await enable(sourceId, sinkId);
    await api.call('updateSource', { body: { source: { id: sourceId, name: 'renamed' } } });
    expect(listArchives()[0]!.nodes[1]!.config).toEqual({ source: 'renamed', sourceId });
    const config = { path: '/tmp/penstock-test-output/other/any.ndjson' };
    await api.call('updateSink', { body: { sink: { id: sinkId, config } } });
    expect(listArchives()[0]!.nodes[2]!.config).toMatchObject(config);
    api.engine.failNext('No such folder');
    await expectRefusal(
      api,
      () => api.call('updateSink', { body: { sink: { id: sinkId, config: { path: '/other/x' } } } }),
      { status: 409, code: 'CONFLICT', message: /No such folder/ },
    );
    expect(listArchives()[0]!.nodes[2]!.config).toMatchObject(config);
  });

  test('shows volume and trouble of its own, apart from pipelines', async () => {
    const { pipelineId, sourceId } = await makeDeployedPipeline(api);
    const sinkId = await createFileSink();
    await enable(sourceId, sinkId);
    const id = listArchives()[0]!.pipelineId;
    const at = Date.now();
    const passed = createArchiveCounters({
      eventsIn: 10,
      bytesIn: 1000,
      eventsOut: 10,
      bytesOut: 1000,
      lastEventAt: at,
    });
    const kept = createArchiveCounters({
      eventsIn: 10,
      eventsOut: 7,
      bytesOut: 700,
      eventsBuffered: 3,
      lastEventAt: at,
    });
    api.engine.report({
      type: 'counters',
      bootId: 'a',
      at,
      pipelines: { [pipelineId]: { [sourceId]: passed }, [id]: { [sourceId]: passed, [sinkId]: kept } },
    });
    const figures = { eventsReceived: '10', eventsWritten: '7', eventsWaiting: '3', bytesWritten: '700' };
    expect((await fetchSource(sourceId)).archival).toMatchObject(figures);
    expect((await fetchSource(sourceId)).archival).not.toHaveProperty('problem');
    const { sources } = (await api.call('listLogSources', { path: { siteId: api.siteId } })).body;
    expect(sources).toMatchObject([{ id: sourceId, waitingEventCount: '3' }]);
    const range = {
      'timeRange.startUnixTimeSeconds': Math.floor(at / 1000) - 3600,
      'timeRange.endUnixTimeSeconds': Math.floor(at / 1000) + 60,
    };
    const series = await api.call('getComponentSeries', {
      path: { nodeId: sourceId },
      query: { ...range, siteId: api.siteId, metricType: 'EVENTS_BYTES' },
    });
    const sum = (points: { value: string | number | null }[]) =>
      points.reduce((all, { value }) => all + Number(value ?? 0), 0);
    expect(sum(series.body.inputDataSeries.timeSeriesTuple)).toBe(1000);
    const site = await api.call('getSiteComponentsDataProcessed', {
      path: { siteId: api.siteId },
      query: { ...range, metricType: 'EVENTS_BYTES' },
    });
    const ofSource = site.body.components.filter(
      (one: { componentId: string }) => one.componentId === sourceId,
    );
    expect(ofSource).toHaveLength(1);
    expect(
      site.body.components.find((one: { componentId: string }) => one.componentId === sinkId),
    ).toMatchObject({ pipelineId: id, pipelineName: 'Archive of web source' });
    api.engine.report({
      type: 'errors',
      errors: [
        {
          errorName: 'DiskFull',
          message: 'No space is left',
          causes: [],
          resolutions: [],
          pipelineId: id,
          componentId: sinkId,
          nodeId: sinkId,
          level: 'ERROR',
          count: 1,
          lastAt: at + 1,
          exampleEvent: '',
        },
      ],
    });
    expect((await fetchSource(sourceId)).archival).toMatchObject({ problem: 'No space is left' });
  });

  test('leaves figures behind when it ends or moves, with place and time', async () => {
    const store = await openMemoryStore();
    await api.stop();
    api = await startService({ store });
    const { sourceId } = await makeDeployedPipeline(api);
    const ended = async () => (await api.call('listEndedArchives', { path: { id: sourceId } })).body;
    const write = (
      sinkId: string,
      eventsOut: number,
      eventsDeadLetter = 0,
      id = listArchives()[0]!.pipelineId,
    ) => {
      const sink = createArchiveCounters({
        eventsOut,
        eventsDeadLetter,
        bytesOut: eventsOut * 100,
        objectsWritten: 2,
      });
      const pipelines = { [id]: { [sourceId]: createArchiveCounters({ eventsIn: 10 }), [sinkId]: sink } };
      api.engine.report({ type: 'counters', bootId: `of ${id}`, at: Date.now(), pipelines });
      return id;
    };
    expect(await ended()).toEqual({ archives: [], pagination: { totalCount: 0 } });
    const [one, two] = [await createFileSink('One'), await createFileSink('Two')];
    await enable(sourceId, one);
    const { since } = (await fetchSource(sourceId)).archival;
    const first = write(one, 7);
    expect((await fetchSource(sourceId)).archival).toMatchObject({ filesWritten: '2' });
    await enable(sourceId, two);
    const second = write(two, 4);
    expect((await fetchSource(sourceId)).archival).toMatchObject({ eventsWritten: '4' });
    await api.call('disableArchival', buildArchivalBody(api, sourceId));
    // After archival ends, the backlog is still written or dead-lettered.
    write(one, 8, 2, first);
    await api.call('deleteSink', { path: { id: one } });
    const figures = [
      {
        id: second,
        sinkId: two,
        sinkName: 'Two',
        sinkExists: true,
        eventsReceived: '10',
        eventsWritten: '4',
        bytesWritten: '400',
        filesWritten: '2',
        eventsNotWritten: '0',
      },
      { id: first, sinkName: 'One', sinkExists: false, since, eventsWritten: '8', eventsNotWritten: '2' },
    ];
    const now = await ended();
    expect(now).toMatchObject({ archives: figures, pagination: { totalCount: 2 } });
    for (const { endedAt, ...one } of now.archives)
      expect(Date.parse(endedAt)).toBeGreaterThanOrEqual(Date.parse(one.since));
    await api.stop();
    api = await startService({ store });
    expect(await ended()).toMatchObject({ archives: figures });
  });

  test('runs first after a restart; a failed one is retried', async () => {
    const store = await openMemoryStore();
    await api.stop();
    api = await startService({ store });
    const { sourceId } = await makeDeployedPipeline(api);
    await enable(sourceId, await createFileSink());
    await api.stop();
    const engine = new FakeEngine();
    engine.failNext('The disk is not there yet');
    api = await startService({ store, engine });
    await api.service.services.lifecycle.settled();
    expect((await fetchSource(sourceId)).archival.problem).toMatch(/The disk is not there yet/);
    expect(listArchives()).toEqual([]);
    await expect.poll(() => listArchives().length, { timeout: 20_000 }).toBe(1);
    expect((await fetchSource(sourceId)).archival).not.toHaveProperty('problem');
    const again = new FakeEngine();
    await api.stop();
    api = await startService({ store, engine: again });
    await api.service.services.lifecycle.settled();
    expect(again.deployed.map(({ nodes }) => nodes.some((one) => one.isArchive))).toEqual([true, false]);
  });
});
