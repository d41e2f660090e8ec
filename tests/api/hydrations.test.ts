import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HydrationAction } from '../../src/contract/enums.ts';
import type { EngineReport, ReplayProgress } from '../../src/engine/port.ts';
import { keptLostAtKill } from '../../src/engine/topology/problems.ts';
import type { Grant, Principal } from '../../src/service/auth/permissions.ts';
import { addToLog } from '../../src/service/hydration/job-log.ts';
import { toReplayId } from '../../src/service/hydration/plan.ts';
import { eventually } from '../harness/eventually.ts';
import { makeTempFolder } from '../harness/temp-folder.ts';
import { buildArchivalBody, makeFileSink } from './support/archives.ts';
import { makeConnections, makeDeployedPipeline } from './support/fixtures.ts';
import { expectRefusal } from './support/refusal.ts';
import { startService, type TestService } from './support/service.ts';

const START = Math.floor(Date.now() / 1000 / 3600 - 5) * 3600;
let api: TestService;
let sourceId: string;
let sinkId: string;
let root: string;
let principal: Principal | undefined;

const USER = {
  id: '500000000000000009',
  name: 'Mara',
  email: 'mara@example.org',
  picture: '',
  userType: 'SSO' as const,
};
const admin: Principal = {
  user: { ...USER, roles: [{ id: 'a', type: 'SYSTEM', name: 'Admin' }] },
  grants: [],
};
const grant = (resource: Grant['resource'], types: Grant['types'], extra: Grant['extra'] = []): Grant => ({
  resource,
  types,
  extra,
});
const withGrants = (...grants: Grant[]): Principal => ({ user: { ...USER, roles: [] }, grants });

beforeEach(async () => {
  principal = admin;
  api = await startService({ authenticate: async () => principal });
  ({ sourceId } = await makeConnections(api));
  root = makeTempFolder();
  const archiveId = await makeFileSink(api, 'Archive', { path: join(root, 'any.ndjson') });
  expect((await api.call('enableArchival', buildArchivalBody(api, sourceId, archiveId))).status).toBe(200);
  sinkId = await makeFileSink(api, 'Out', { path: join(root, 'out.ndjson') });
});
afterEach(() => api.stop());

/** One event per second from the start. */
const write = (events: readonly string[]): void => {
  const time = new Date(START * 1000).toISOString();
  const [year, month, day, hour] = time.split(/[-T:]/);
  const folder = join(root, `source=${sourceId}-web/year=${year}/month=${month}/day=${day}/hour=${hour}`);
  mkdirSync(folder, { recursive: true });
  const lines = events.map((event, i) => {
    const at = new Date((START + i) * 1000).toISOString().slice(0, 19);
    return `{"received":"${at}.000000Z","source":"web","sourceId":"${sourceId}",${event}}\n`;
  });
  writeFileSync(
    join(folder, `${time.replaceAll(/[-:.]/g, '')}-000001-0123456789abcdef.ndjson`),
    lines.join(''),
  );
};
const choice = (more: object = {}) => ({
  siteId: api.siteId,
  sourceId,
  sinkId,
  startTime: START,
  endTime: START + 3600,
  ...more,
});
const create = async (more: object = {}): Promise<string> => {
  const answer = await api.call('createHydration', { body: { hydration: choice(more) } });
  expect(answer.status).toBe(200);
  return answer.body.id;
};
const read = async (id: string) => (await api.call('getHydration', { path: { id } })).body.hydration;
const act = (id: string, action: HydrationAction) => api.call('runHydrationAction', { body: { id, action } });
const until = (id: string, jobStatus: string) =>
  eventually(async () => {
    const job = await read(id);
    expect(job.jobStatus).toBe(jobStatus);
    return job;
  });
const planOf = (id: string) => api.engine.plans.get(id);

const PROGRESS: ReplayProgress = {
  events: 0,
  bytes: 0,
  filesDone: 0,
  filesTotal: 1,
  chunksDone: 0,
  chunksTotal: 0,
  share: 0,
  position: 0,
  resumed: 0,
  cutOff: {},
  isDone: false,
  attempt: 1,
  problem: '',
  unread: [],
  unreadCount: 0,
};
const NOTHING = {
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
};
let sequence = 0;
const report = (id: string, progress: Partial<ReplayProgress>, waiting = 0): void => {
  const { events = 0 } = progress;
  const buffer = { bytes: 0, maxBytes: 1, oldestAgeMs: 0, lingerMs: 0 };
  api.engine.report({
    type: 'counters',
    bootId: 'boot',
    sequence: sequence++,
    at: Date.now(),
    pipelines: {
      [id]: {
        [toReplayId(id)]: { ...NOTHING, eventsIn: events, eventsOut: events },
        [sinkId]: { ...NOTHING, eventsIn: events, eventsOut: events - waiting, eventsBuffered: waiting },
      },
    },
    gauges: { [id]: { [sinkId]: { nodeId: sinkId, nodeType: 'SINK', busyMs: 0, retries: 0, buffer } } },
    replays: { [toReplayId(id)]: { ...PROGRESS, ...progress } },
  });
};

describe('a hydration job', () => {
  test('is a pipeline of the type HYDRATION with fields of its own [R3-98, E16]', async () => {
    const id = await create({ query: 'level:error', eventLimit: 50, eventsPerSecond: 10, chunkMinutes: 30 });
    const job = await until(id, 'IN_PROGRESS');
    expect(job).toMatchObject({
      id,
      pipelineType: 'HYDRATION',
      siteId: api.siteId,
      sourceId,
      sinkIds: [sinkId],
      sourceName: 'web source',
      sinkName: 'Out',
      throughPipelineId: '',
      timeRange: { startUnixTimeSeconds: START, endUnixTimeSeconds: START + 3600 },
      query: 'level:error',
      eventLimit: 50,
      eventsPerSecond: 10,
      chunkMinutes: 30,
      dataVolumeHydrated: '0',
      progress: 0,
      createdBy: 'Mara',
    });
    expect(job.name).toMatch(/^web source, \d{4}-\d\d-\d\d \d\d:00 to (\d{4}-\d\d-\d\d )?\d\d:00 UTC$/);
    const [replay, sink] = planOf(id)!.nodes;
    expect(replay).toMatchObject({
      templateId: 'archive_replay',
      config: {
        folders: [{ root, sourceId }],
        from: START * 1e6,
        to: (START + 3600) * 1e6,
        query: 'level:error',
        eventLimit: 50,
        eventsPerSecond: 10,
        chunkMinutes: 30,
        attempt: 1,
      },
    });
    expect(sink).toMatchObject({ id: sinkId, templateId: 'file' });
  });

  test('shows progress, and ends once nothing waits at its destination', async () => {
    const id = await create();
    await until(id, 'IN_PROGRESS');
    const half = { events: 10, bytes: 1000, share: 0.5, chunksDone: 1, chunksTotal: 2 };
    report(id, { ...half, position: START * 1e6 });
    expect(await read(id)).toMatchObject({
      eventsHydrated: '10',
      dataVolumeHydrated: '1000',
      progress: 50,
      chunksDone: 1,
      chunksTotal: 2,
      position: new Date(START * 1000).toISOString(),
    });
    report(id, { events: 20, share: 1, isDone: true }, 5);
    expect((await read(id)).jobStatus).toBe('IN_PROGRESS');
    report(id, { events: 20, bytes: 2000, share: 1, isDone: true });
    const job = await until(id, 'COMPLETED');
    expect(job).toMatchObject({ progress: 100, eventsRead: '20', eventsWritten: '20', eventsWaiting: '0' });
    expect(planOf(id)).toBeUndefined();
  });

  test('tells what a kill cut off from what was dropped', async () => {
    const id = await create();
    await until(id, 'IN_PROGRESS');
    const replayId = toReplayId(id);
    const events = { events: 10, resumed: 1, isDone: true };
    api.engine.report({
      type: 'counters',
      bootId: 'killed',
      sequence: sequence++,
      at: Date.now(),
      pipelines: {
        [id]: {
          [replayId]: { ...NOTHING, eventsIn: 18, eventsOut: 13, eventsDropped: 5 },
          [sinkId]: { ...NOTHING, eventsIn: 13, eventsOut: 12, eventsDropped: 1 },
        },
      },
      gauges: { [id]: {} },
      replays: { [replayId]: { ...PROGRESS, ...events, cutOff: { [replayId]: 3, [sinkId]: 1 } } },
    });
    const job = await until(id, 'COMPLETED');
    // Two lines were no events, and six of the ten were read again.
    expect(job).toMatchObject({ eventsRead: '18', eventsWritten: '12', eventsDropped: '2' });
    expect(job).toMatchObject({ eventsCutOff: '4', eventsRepeated: '6' });
    expect((await api.call('getHydration', { path: { id } })).body.nodes).toMatchObject([
      { nodeType: 'SOURCE', eventsIn: '18', eventsDropped: '2', eventsCutOff: '3' },
      { nodeType: 'SINK', eventsIn: '13', eventsDropped: '0', eventsCutOff: '1' },
    ]);
  });

  test('says in its log what a step held at a kill', async () => {
    const id = await create();
    await until(id, 'IN_PROGRESS');
    const problem = keptLostAtKill(1234);
    const owner = { pipelineId: id, componentId: sinkId, nodeId: sinkId };
    api.engine.report({
      type: 'errors',
      errors: [{ ...problem, ...owner, level: 'ERROR', count: 1234, lastAt: 0, exampleEvent: '' }],
    } as EngineReport);
    await eventually(async () => {
      const { log } = (await api.call('getHydration', { path: { id } })).body;
      expect(log.at(-1)?.text).toMatch(/^'Out': At most 1,234 events .* 'With the result'/);
    });
  });

  test('files that could not be read fail it, and a retry goes on', async () => {
    const id = await create();
    await until(id, 'IN_PROGRESS');
    const unread = [{ file: 'a.ndjson', reason: 'It is no longer there' }];
    report(id, { events: 3, isDone: true, unread, unreadCount: 1 });
    const failed = await until(id, 'FAILED');
    expect(failed).toMatchObject({ unread, unreadCount: 1, eventsHydrated: '3' });
    expect(failed.problem).toMatch(/One file of the archive could not be fully read.*retry/);
    expect((await act(id, 'RETRY')).status).toBe(200);
    await until(id, 'IN_PROGRESS');
    expect(planOf(id)!.nodes[0]!.config).toMatchObject({ attempt: 2 });
    report(id, { events: 5, isDone: true, attempt: 2 });
    expect(await until(id, 'COMPLETED')).toMatchObject({ problem: '', unreadCount: 0 });
  });

  test('its log says what it did, by whom, and stays bounded [R4-34]', async () => {
    const readLog = async (id: string): Promise<string[]> =>
      (await api.call('getHydration', { path: { id } })).body.log.map(({ text }: { text: string }) => text);
    const id = await create({ chunkMinutes: 30 });
    await until(id, 'IN_PROGRESS');
    await act(id, 'PAUSE');
    await act(id, 'RESUME');
    report(id, { chunksDone: 1, chunksTotal: 2, resumed: 1 });
    await eventually(async () => expect(await readLog(id)).toHaveLength(6));
    const unread = [{ file: 'a.ndjson', reason: 'It is no longer there' }];
    report(id, {
      events: 3,
      chunksDone: 2,
      chunksTotal: 2,
      resumed: 1,
      isDone: true,
      unread,
      unreadCount: 1,
    });
    await until(id, 'FAILED');
    await act(id, 'RETRY');
    await until(id, 'IN_PROGRESS');
    report(id, { events: 5, chunksDone: 2, chunksTotal: 2, resumed: 1, isDone: true, attempt: 2 });
    await until(id, 'COMPLETED');
    expect(await readLog(id)).toEqual([
      'Created by Mara',
      'Started',
      expect.stringMatching(/^Paused by Mara: its rate is 0, so no further event is read/),
      'Resumed by Mara',
      expect.stringMatching(/^Went on after a kill .* at most 20,000 events/),
      'Chunk 1 of 2 written; chunk 2 started',
      'Chunk 2 of 2 written',
      '1 file could not be fully read',
      expect.stringMatching(/^Failed: .*One file of the archive could not be fully read/),
      'Retried by Mara: only what is missing is read',
      'Started',
      'Completed: 5 events hydrated',
    ]);
    const steps = Array.from({ length: 300 }, (_, i) => `step ${i}`);
    const [made, ...others] = JSON.parse(addToLog('[[1,"Created by Mara"]]', 2, steps));
    expect([made, others.length, others.at(-1)]).toEqual([[1, 'Created by Mara'], 199, [2, 'step 299']]);
  });

  test('a folder that cannot be listed fails it with what to do', async () => {
    const id = await create();
    await until(id, 'IN_PROGRESS');
    report(id, { problem: 'The archive cannot be listed: x: It is no longer there' });
    expect((await until(id, 'FAILED')).problem).toMatch(/cannot be listed.*readable again/);
  });

  test('a refusal of the engine fails it', async () => {
    api.engine.failNext('No such folder');
    const id = await create();
    expect((await until(id, 'FAILED')).problem).toMatch(/No such folder/);
  });

  test('pause and resume change the plan, terminate ends it, delete hides it [R4-34]', async () => {
    const id = await create();
    await until(id, 'IN_PROGRESS');
    expect((await act(id, 'PAUSE')).status).toBe(200);
    await eventually(() => expect(planOf(id)?.mode).toBe('pause'));
    expect(await read(id)).toMatchObject({ isPaused: true, jobStatus: 'IN_PROGRESS' });
    expect((await act(id, 'RESUME')).status).toBe(200);
    await eventually(() => expect(planOf(id)?.mode).toBe('run'));
    await expectRefusal(api, () => api.call('deleteHydration', { path: { id } }), {
      status: 409,
      code: 'CONFLICT',
      message: /still runs: terminate it first/,
    });
    expect((await act(id, 'TERMINATE')).status).toBe(200);
    await eventually(() => expect(planOf(id)).toBeUndefined());
    for (const action of ['TERMINATE', 'PAUSE', 'RESUME', 'RETRY'] as const)
      expect((await act(id, action)).status).toBe(409);
    expect((await api.call('deleteHydration', { path: { id } })).status).toBe(200);
    expect((await api.call('listHydrations', {})).body.hydrations).toEqual([]);
    const deleted = await api.call('listHydrations', { query: { statuses: ['DELETED'] } });
    expect(deleted.body.hydrations).toMatchObject([{ id, jobStatus: 'DELETED' }]);
    expect((await api.call('getHydration', { path: { id } })).status).toBe(404);
  });

  test('says what each node took and gave, in the order of the graph', async () => {
    const readNodes = async (id: string) => (await api.call('getHydration', { path: { id } })).body.nodes;
    const straight = await create();
    await eventually(async () => expect(planOf(straight)).toBeDefined());
    report(straight, { events: 5 }, 2);
    expect(await readNodes(straight)).toMatchObject([
      { nodeType: 'SOURCE', eventsIn: '5', eventsOut: '5' },
      { id: sinkId, nodeType: 'SINK', eventsIn: '5', eventsOut: '3', eventsWaiting: '2' },
    ]);
  });

  test('through a pipeline it takes its transforms, and no other destination', async () => {
    const { pipelineId, sinkId: own } = await makeDeployedPipeline(api, 'other');
    const straight = await create({ pipelineId, sinkId: own });
    await until(straight, 'IN_PROGRESS');
    const nodes = planOf(straight)!.nodes;
    expect(nodes.filter(({ templateId }) => templateId === 'archive_replay')).toHaveLength(1);
    expect(nodes.find(({ id }) => id === own)!.componentId).toBe(own);
    const other = await create({ pipelineId });
    await until(other, 'IN_PROGRESS');
    const { nodes: otherNodes, edges } = planOf(other)!;
    expect(otherNodes.filter(({ nodeType }) => nodeType === 'SINK').map(({ id }) => id)).toEqual([sinkId]);
    expect(Object.values(edges).flatMap(({ nodeIds }) => nodeIds)).toContain(sinkId);
    expect(Object.values(edges).flatMap(({ nodeIds }) => nodeIds)).not.toContain(own);
  });

  test('keeps its destination from deletion while it runs', async () => {
    const id = await create();
    await until(id, 'IN_PROGRESS');
    await expectRefusal(api, () => api.call('deleteSink', { path: { id: sinkId } }), {
      status: 409,
      code: 'IN_USE',
      field: `hydrations.${id}`,
      message: /'Out' is used by the hydration/,
    });
    await act(id, 'TERMINATE');
    expect((await api.call('deleteSink', { path: { id: sinkId } })).status).toBe(200);
  });

  test('its name is its own among pipelines and jobs [R5-11]', async () => {
    const first = await create({ name: 'Replay' });
    const refused = await api.call('createHydration', { body: { hydration: choice({ name: 'Replay' }) } });
    expect(refused.body).toMatchObject({ code: 'NAME_TAKEN', details: [{ field: 'hydration.name' }] });
    const pipeline = { siteId: api.siteId, name: 'Replay' };
    expect((await api.call('createPipeline', { body: { pipeline } })).body.code).toBe('NAME_TAKEN');
    const names = [await read(await create()), await read(await create())].map(({ name }) => name);
    expect(names[1]).toBe(`${names[0]} (2)`);
    expect((await read(first)).name).toBe('Replay');
  });

  test('each change of a person is in the audit log', async () => {
    const id = await create({ name: 'Replay' });
    await until(id, 'IN_PROGRESS');
    await act(id, 'TERMINATE');
    const { auditRecords: records } = (
      await api.call('listAuditRecords', { query: { calls: ['createHydration', 'runHydrationAction'] } })
    ).body;
    expect(
      records.map(({ call, entityName }: { call: string; entityName: string }) => [call, entityName]),
    ).toEqual([
      ['runHydrationAction', 'Replay'],
      ['createHydration', 'Replay'],
    ]);
    expect(records[0].changes[0]).toMatchObject({ after: { status: 'TERMINATED' } });
  });
});

describe('refusals name the field and what to do', () => {
  const refused = async (more: object) =>
    (await api.call('createHydration', { body: { hydration: choice(more) } })).body;

  test.each([
    ['an end before the start', () => ({ endTime: START }), 'hydration.endTime', /after startTime/],
    ['a window in the future', () => ({ endTime: 4_000_000_000 }), 'hydration.endTime', /future/],
    ['a filter with a fault', () => ({ query: '(' }), 'query', /character/],
    ['a rate of zero', () => ({ eventsPerSecond: 0 }), 'hydration.eventsPerSecond', /./],
    ['a chunk of more than a day', () => ({ chunkMinutes: 1441 }), 'hydration.chunkMinutes', /./],
  ])('%s', async (_, make, field, message) => {
    const body = await refused(make());
    expect(body.details[0].field).toBe(field);
    expect(body.message).toMatch(message);
  });

  test('a source that was never archived, and an archive as destination', async () => {
    const source = { siteId: api.siteId, name: 'Other', templateId: 'generator', config: {} };
    const { id } = (await api.call('createSource', { body: { source } })).body;
    expect((await refused({ sourceId: id })).message).toMatch(
      /'Other' was never archived.*enable its archival/,
    );
    const archiveId = (await api.call('getSource', { path: { id: sourceId } })).body.source.archivalSinkId;
    expect((await refused({ sinkId: archiveId })).message).toMatch(/'Archive' holds archives/);
    expect((await api.call('listHydrations', {})).body.hydrations).toEqual([]);
  });
});

describe('before it starts', () => {
  const estimate = async (more: object = {}) => {
    let answer = await api.call('startHydrationEstimate', { body: { hydration: choice(more) } });
    while (answer.body.estimate?.state === 'RUNNING') {
      await setImmediate();
      const path = { siteId: api.siteId, estimateId: answer.body.estimate.id };
      answer = await api.call('getHydrationEstimate', { path });
    }
    return answer.body.estimate;
  };

  test('a preview shows what would reach the destination, and sends nothing', async () => {
    write(['"message":"first line"', '"event":{"level":"error"}', '"event":{"level":"info"}']);
    const answer = await api.call('previewHydration', {
      body: { hydration: choice({ query: 'error OR line' }) },
    });
    expect(answer.body).toEqual({
      eventsIn: 2,
      eventsOut: 2,
      results: [
        { before: 'first line', after: ['{"message":"first line"}'] },
        { before: '{"level":"error"}', after: ['{"level":"error"}'] },
      ],
    });
    expect([...api.engine.plans.values()].some(({ nodes }) => nodes.some(({ id }) => id === sinkId))).toBe(
      false,
    );
  });

  test('an estimate counts what would be sent, and of an empty window nothing', async () => {
    write(['"message":"error a"', '"event":{"level":"error"}', '"message":"fine"']);
    expect(await estimate()).toMatchObject({ state: 'DONE', events: '3', filesRead: 1, unreadCount: 0 });
    expect(await estimate({ query: 'error' })).toMatchObject({ events: '2', eventsSearched: '3' });
    expect(await estimate({ startTime: START - 7200, endTime: START - 3600 })).toMatchObject({
      events: '0',
      eventsSearched: '0',
      filesRead: 0,
    });
  });
});

describe('rights', () => {
  const all = [
    grant('SOURCES', ['READ']),
    grant('SINKS', ['READ']),
    grant('PIPELINES', ['READ']),
    grant('HYDRATIONS', ['READ', 'WRITE']),
  ];

  test('reading, writing and deleting are separate [R3-73, R6-36]', async () => {
    const id = await create();
    await until(id, 'IN_PROGRESS');
    principal = withGrants(...all.slice(0, 3), grant('HYDRATIONS', ['READ']));
    expect((await api.call('getHydration', { path: { id } })).status).toBe(200);
    expect((await act(id, 'TERMINATE')).status).toBe(403);
    principal = withGrants(...all);
    expect((await act(id, 'TERMINATE')).status).toBe(200);
    expect((await api.call('deleteHydration', { path: { id } })).status).toBe(403);
    principal = withGrants(...all, grant('HYDRATIONS', ['DELETE']));
    expect((await api.call('deleteHydration', { path: { id } })).status).toBe(200);
    principal = withGrants(grant('PIPELINES', ['READ', 'WRITE', 'DELETE']));
    expect((await api.call('listHydrations', {})).status).toBe(403);
  });

  test('a preview shows events, and needs live capture', async () => {
    principal = withGrants(...all);
    const answer = await api.call('previewHydration', { body: { hydration: choice() } });
    expect(answer).toMatchObject({ status: 403, body: { message: 'You need LIVE CAPTURE on Pipelines' } });
  });
});
