import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createIds } from '../../src/service/ids.ts';
import type { Store } from '../../src/service/store/index.ts';
import type { CounterBucketRow, NodeRow } from '../../src/service/store/schema.ts';
import { act, createGraphBody, fetchPipeline, makeDeployedPipeline } from './support/fixtures.ts';
import { startService } from './support/service.ts';
import { type Place, postgres, sqlite } from './support/store-places.ts';

const ids = createIds(Date.now);
const createBucket = (more: Partial<CounterBucketRow> = {}): CounterBucketRow => ({
  seconds: 10,
  bucket: 1_800_000_000,
  pipeline_id: 'p',
  component_id: 'c',
  events_in: 1,
  events_out: 1,
  events_dropped: 0,
  events_created: 0,
  events_merged: 0,
  events_dead_letter: 0,
  bytes_in: 2 ** 52,
  bytes_out: 1,
  bytes_dropped: 0,
  bytes_dead_letter: 0,
  events_waiting: 0,
  bytes_waiting: 0,
  raw_bytes: 1,
  errors: 0,
  objects_written: 0,
  ...more,
});
const createNode = (name: string): NodeRow => ({
  id: ids('node'),
  node_type: 'SOURCE',
  name,
  description: 'Ünïcode ☃ and \'quotes\' "both"',
  site_id: '4',
  template_id: 'tcp',
  status: 'ACTIVE',
  usage_type: 'USER',
  archive_id: '',
  archive_sink_id: '',
  archive_since: 0,
  config: '{"port":1}',
  last_alive_at: 0,
  revision: 1,
  created_at: Date.now(),
  updated_at: Date.now(),
});

describe.each([
  ['SQLite', sqlite],
  ['PostgreSQL', postgres],
])('the store on %s', (_, makePlace) => {
  let place: Place;
  let store: Store;
  beforeAll(async () => {
    place = await makePlace();
    store = await place.open();
  }, 120_000);
  afterAll(async () => {
    await store.close();
    await place.remove();
  }, 180_000);

  test('gives back what was stored, with numbers as numbers', async () => {
    const row = createNode('kept');
    await store.nodes.insert(row);
    expect({ ...(await store.nodes.find(row.id)) }).toEqual(row);
  });

  test('stores all of a transaction or nothing', async () => {
    const row = createNode('half');
    await expect(
      store.transaction(async (tx) => {
        await tx.nodes.insert(row);
        throw new Error('stop');
      }),
    ).rejects.toThrow('stop');
    expect(await store.nodes.find(row.id)).toBeUndefined();
  });

  test('writers follow each other: none overwrites what another read', async () => {
    const row = createNode('counted');
    await store.nodes.insert(row);
    const raise = () =>
      store.transaction(async (tx) => {
        const read = await tx.nodes.find(row.id);
        if (!read) throw new Error('gone');
        await tx.nodes.update({ ...read, revision: read.revision + 1 });
      });
    await Promise.all(Array.from({ length: 20 }, raise));
    expect((await store.nodes.find(row.id))?.revision).toBe(21);
  });

  test('pages through a list in its order and counts it whole', async () => {
    for (let index = 0; index < 5; index += 1) {
      await store.nodes.insert({ ...createNode(`page ${index}`), site_id: 'pages', updated_at: index });
    }
    const filter = { kind: 'SOURCE', siteIds: ['pages'] } as const;
    const page = await store.nodes.list(
      { ...filter, siteIds: ['pages'] },
      { offset: 1, limit: 2, descending: true },
    );
    expect(page.rows.map((row) => row.name)).toEqual(['page 3', 'page 2']);
    expect(page.totalCount).toBe(5);
  });

  test('adds to a bucket exactly, also beyond 2^52', async () => {
    await store.series.add([createBucket()]);
    await store.series.add([
      createBucket({ bytes_in: 2 ** 52 - 1 }),
      createBucket({ bucket: 1_800_000_010 }),
    ]);
    const [row] = await store.series.read({ seconds: 10, from: 0, to: 1_800_000_010, sumOver: 10 });
    expect(row).toMatchObject({ events_in: 2, bytes_in: 2 ** 53 - 1, bucket: 1_800_000_000 });
    const whole = { seconds: 10, from: 1_800_000_000, to: 1_800_000_050, sumOver: 'range' } as const;
    expect(await store.series.read(whole)).toMatchObject([{ bucket: 1_800_000_000, events_in: 3 }]);
    await store.series.sweep(10, 1_900_000_000);
    expect(await store.series.read(whole)).toEqual([]);
  });

  test('groups errors and counts them per range', async () => {
    const group = {
      id: ids('error'),
      pipeline_id: 'p',
      component_id: 'c',
      node_id: 'n',
      error_name: 'E',
      level: 'ERROR',
      description: '',
      count: 2,
      first_at: 60_000,
      last_at: 60_000,
      example_event: '',
      acknowledged_at: 0,
      acknowledged_by: '',
    };
    expect(await store.errors.record(group, 60)).toBe(true);
    const again = { ...group, id: ids('error'), count: 3, first_at: 120_000, last_at: 120_000 };
    expect(await store.errors.record(again, 120)).toBe(false);
    const [all] = await store.errors.list({ pipelineIds: ['p'], from: 0, to: 180 });
    expect(all).toMatchObject({
      id: group.id,
      count: 5,
      countInRange: 5,
      first_at: 60_000,
      last_at: 120_000,
    });
    const [late] = await store.errors.list({ pipelineIds: ['p'], from: 120, to: 180 });
    expect(late?.countInRange).toBe(3);
    expect(await store.errors.series([group.id], { from: 0, to: 180 }, 60)).toEqual([
      { group_id: group.id, at: 60, count: 2 },
      { group_id: group.id, at: 120, count: 3 },
    ]);
    expect(await store.errors.series([group.id], { from: 0, to: 180 }, 180)).toEqual([
      { group_id: group.id, at: 0, count: 5 },
    ]);
  });

  test('an acknowledgement stays until the error returns after an hour [E12]', async () => {
    const HOUR = 3600_000;
    const group = {
      id: ids('error'),
      pipeline_id: 'q',
      component_id: 'c',
      node_id: 'n',
      error_name: 'E',
      level: 'ERROR',
      description: '',
      count: 1,
      first_at: 0,
      last_at: 0,
      example_event: '',
      acknowledged_at: 0,
      acknowledged_by: '',
    };
    const occur = (at: number) =>
      store.errors.record({ ...group, id: ids('error'), first_at: at, last_at: at }, 60);
    const read = async () => (await store.errors.list({ pipelineIds: ['q'], from: 0, to: 180 }))[0];
    await occur(0);
    const by = { at: 5, name: 'Ada' };
    expect(await store.errors.acknowledge({ pipelineIds: ['q'], componentIds: ['other'] }, by)).toEqual([]);
    expect(await store.errors.acknowledge({ pipelineIds: ['q'], componentIds: ['c'] }, by)).toEqual(['q']);
    expect(await store.errors.acknowledge({ pipelineIds: ['q'] }, { at: 6, name: 'Bob' })).toEqual([]);
    await occur(HOUR);
    expect(await read()).toMatchObject({ acknowledged_at: 5, acknowledged_by: 'Ada' });
    await occur(2 * HOUR + 1);
    expect(await read()).toMatchObject({ acknowledged_at: 0, acknowledged_by: '' });
  });

  test('keeps the preferences of each user, the last ones written', async () => {
    const row = {
      user_id: 'u',
      character_keys: 1,
      key_bindings: '{"view.reload":["shift+é"]}',
      macros: '[]',
      tour_seen: 0,
      log_views: '[]',
      revision: 1,
      updated_at: 1,
    };
    await store.preferences.put(row);
    await store.preferences.put({ ...row, user_id: 'other' });
    await store.preferences.put({ ...row, character_keys: 0, revision: 2 });
    expect({ ...(await store.preferences.find('u')) }).toEqual({ ...row, character_keys: 0, revision: 2 });
    expect((await store.preferences.find('other'))?.revision).toBe(1);
    expect(await store.preferences.find('nobody')).toBeUndefined();
  });

  test('keeps samples with whatever their events hold, and lists them without', async () => {
    const events = ['with \u0000 inside', 'a lone \ud800 surrogate', '💥 \u2028'];
    const row = {
      id: ids('sample'),
      site_id: '4',
      pipeline_id: 'sampled',
      name: 'kept',
      description: '',
      events: JSON.stringify(events),
      event_count: 3,
      start_component_id: '',
      expected: '{"n":[[],["a"],[]]}',
      pinned: 1,
      created_at: 1,
      created_by: 'Ada',
      updated_at: 1,
      revision: 1,
    };
    const other = { ...row, id: ids('sample'), name: 'plain', expected: '', pinned: 1 };
    await store.samples.insert(row);
    await store.samples.insert(other);
    expect({ ...(await store.samples.find(row.id)) }).toEqual(row);
    expect(JSON.parse((await store.samples.find(row.id))?.events ?? '')).toEqual(events);
    const { events: _, expected: __, ...head } = row;
    expect((await store.samples.list('sampled')).map((one) => [one.name, one.has_expected])).toEqual([
      ['kept', true],
      ['plain', false],
    ]);
    expect((await store.samples.list('sampled'))[0]).toEqual({ ...head, has_expected: true });
    expect((await store.samples.tests('sampled')).map((one) => one.id)).toEqual([row.id]);
    await expect(store.samples.insert({ ...row, id: ids('sample') })).rejects.toThrow(/unique/i);
    await store.samples.update({ ...row, pinned: 0, revision: 2 });
    expect(await store.samples.tests('sampled')).toEqual([]);
    await store.samples.remove(row.id);
    expect(await store.samples.find(row.id)).toBeUndefined();
  });

  test('sweeps transforms that no graph version names', async () => {
    const transform = { lineage_id: '1', pipeline_id: '3', name: 'a', description: '', template_id: 't' };
    const rows = ['orphan', 'named', 'young'].map((name) => ({
      ...transform,
      id: ids('transform'),
      name,
      config: '{}',
      created_at: name === 'young' ? 200 : 100,
    }));
    await store.transforms.insertMany(rows);
    const named = { pipeline_id: 'swept', version: 1, node_id: rows[1]?.id ?? '', node_type: 'TRANSFORM' };
    await store.versions.insert(
      {
        pipeline_id: 'swept',
        version: 1,
        name: '',
        edges: '{}',
        meta_info: '{}',
        changes: '{}',
        created_at: 1,
        created_by: '',
        deployed_at: 0,
      },
      [named],
    );
    expect(await store.transforms.sweepOrphans(150)).toBe(1);
    const left = await store.transforms.findMany(rows.map((row) => row.id));
    expect(left.map((row) => row.name).sort()).toEqual(['named', 'young']);
  });

  test('carries the service: everything is there when opened again', async () => {
    let api = await startService({ store });
    const made = await makeDeployedPipeline(api, 'whole');
    await api.call('saveGraph', { body: createGraphBody(made.pipelineId, made.edges, {}, 'two') });
    const body = { pipeline: { name: 'one of ten', siteId: api.siteId } };
    const headers = { 'idempotency-key': 'ten' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api.call('createPipeline', { body, headers })),
    );
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    await act(api, made.pipelineId, 'PAUSE');
    await api.service.services.lifecycle.settled();
    const using = await api.call('listPipelines', { query: { sourceIds: [made.sourceId] } });
    expect(using.body.pipelines).toHaveLength(1);
    const links = await api.call('listNodePipelineIds', { query: { nodeIds: [made.sinkId] } });
    expect(links.body.nodePipelineIds).toEqual([{ nodeId: made.sinkId, pipelineIds: [made.pipelineId] }]);
    await api.stop();
    await store.close();
    store = await place.open();
    api = await startService({ store });
    await api.service.services.lifecycle.settled();
    expect(await fetchPipeline(api, made.pipelineId)).toMatchObject({
      status: 'PAUSED',
      latestGraphVersion: 2,
    });
    expect(api.engine.plans.get(made.pipelineId)?.mode).toBe('pause');
    expect((await store.sites.list()).map((site) => site.name)).toEqual(['Local']);
    await api.stop();
  });
});
