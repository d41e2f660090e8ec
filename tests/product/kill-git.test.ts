// Slow: starts the product again after each kill. With PENSTOCK_TEST_LONG some 12 minutes, at most half an hour a step.
import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProductApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { type GitServer, startGitServer } from '../harness/git-server.ts';
import { expectNothingLeftBehind } from '../harness/left-behind.ts';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { makeTempFolder, type Product, removeFolder, startProduct } from '../harness/product.ts';

const isLong = process.env.PENSTOCK_TEST_LONG === '1';
/** Writes to the data folder after which the process is killed; with PENSTOCK_TEST_LONG every third, to the end. */
const FEW = { raise: [4], merge: [3, 24], apply: [12] };
const STRIDE = 3;
const TEST_MS = isLong ? 1_800_000 : 240_000;
const TABLE = (owner: string) => `host,owner\nweb-1,${owner}\n`;

let product: Product;
let api: ProductApi;
let siteId: string;
let server: GitServer;
let serverFolder: string;

const start = async (dataFolder?: string) => {
  product = await startProduct({
    env: { PENSTOCK_ALLOW_TARGETS: '127.0.0.1' },
    ...(dataFolder === undefined ? {} : { dataFolder }),
  });
  api = new ProductApi(product.url);
};
beforeAll(async () => {
  serverFolder = makeTempFolder();
  server = await startGitServer(serverFolder);
  await start();
  siteId = await api.siteId();
}, TEST_MS);
afterAll(async () => {
  await product.kill();
  await server.stop();
  removeFolder(product.dataFolder);
  removeFolder(serverFolder);
});

/**
 * Sends the call, and kills the process once it has written so often.
 * @returns false when it was done before
 */
async function killAfter(writes: number, send: () => Promise<unknown>): Promise<boolean> {
  let seen = 0;
  let killed: Promise<void> | undefined;
  let tellKilled: () => void = () => undefined;
  const isKilled = new Promise<void>((done) => {
    tellKilled = done;
  });
  const watcher = watch(product.dataFolder, { recursive: true }, (_, name) => {
    // What the engine counts is no step of it.
    if (name?.startsWith('engine')) return;
    seen += 1;
    if (seen !== writes) return;
    killed = product.kill();
    tellKilled();
  });
  // What waits for an answer of the killed one would wait to its limit.
  await Promise.race([send().catch(() => undefined), isKilled]);
  watcher.close();
  if (!killed) return false;
  await killed;
  await start(product.dataFolder);
  return true;
}

/** Kills a step at each of the writes, until one is done before its kill. */
async function killEach(of: keyof typeof FEW, once: (writes: number) => Promise<boolean>): Promise<void> {
  if (!isLong) {
    for (const writes of FEW[of]) await once(writes);
    return;
  }
  let writes = 1;
  while (await once(writes)) writes += STRIDE;
  console.info(`${of}: killed after each third of ${writes} writes`);
}

const readPipeline = (id: string) => api.pipeline(id);
const listRequests = async () => (await api.call('listChangesets', { query: { siteId } })).changesets;
const lookup = async () =>
  (await api.call('listAssets', { query: { siteIds: [siteId] } })).assets.find(
    ({ name }) => name === 'hosts.csv',
  );
const readTable = async (): Promise<string> => {
  const row = await lookup();
  expect(row?.content).toBe('ready');
  return (await fetch(`${api.url}/v1/asset/${row?.id}/content`)).text();
};

let made = 0;
/** A change of the pipeline and of the table that it uses. */
async function createBody({ pipelineId }: Built) {
  made += 1;
  const { name, latestGraphVersion: graphVersion } = await readPipeline(pipelineId);
  const { graph } = await api.call('getGraph', { path: { pipelineId, graphVersion } });
  const table = await lookup();
  const nodes = Object.values(graph.nodes).map(({ id, nodeType, name: called, templateId, config }) => ({
    ...{ id, nodeType, name: called, templateId },
    config: nodeType === 'TRANSFORM' ? { ...config, onMiss: made % 2 === 0 ? 'drop' : 'pass' } : {},
  }));
  const asked = { kind: 'LOOKUP' as const, name: 'hosts.csv', config: { content: TABLE(`${made}`) } };
  return {
    changeSet: { siteId, description: `Change ${made}` },
    pipelines: [
      {
        pipeline: { id: pipelineId, name, description: `${made}` },
        graph: { version: graphVersion, edges: graph.edges, metaInfo: graph.metaInfo },
      },
    ],
    connections: [{ ...asked, id: table?.id ?? 'new-1', revision: table?.revision ?? 0 }],
    nodes,
  };
}

const settled = (id: string) =>
  eventually(async () => {
    const row = await readPipeline(id);
    expect(row).toMatchObject({ pendingAction: 'NOP', deployedGraphVersion: row.latestGraphVersion });
    return row;
  }, 60_000);

describe('kill -9 of a site with a repository of its own [R1-32]', () => {
  let built: Built;
  beforeAll(async () => {
    const form = new FormData();
    form.append('name', 'hosts.csv');
    form.append('assetType', 'LOOK_UP_DATA');
    form.append('file', new File([TABLE('0')], 'hosts.csv'));
    expect((await fetch(`${api.url}/v1/asset`, { method: 'POST', body: form })).status).toBe(200);
    const config = { file: 'hosts.csv', keys: [{ field: 'host', column: 'host' }] };
    built = await buildPipeline(api, siteId, {
      name: 'web',
      source: { name: 'Made', templateId: 'generator', config: { eventsPerSecond: 1 } },
      transforms: [{ name: 'Look up', templateId: 'lookup', config }],
      sinks: [{ name: 'Void', templateId: 'blackhole', config: {} }],
    });
    await deployPipeline(api, built);
    await api.call('updateSite', {
      ifMatch: '*',
      body: { site: { id: siteId, managedByGit: true, gitRepo: '' } },
    });
  }, TEST_MS);

  test(
    'while a request is raised: it is open and whole, or was never',
    async () => {
      await killEach('raise', async (writes) => {
        const body = await createBody(built);
        const before = (await listRequests()).length;
        const isKilled = await killAfter(writes, () => api.call('createChangeset', { body }));
        const found = await listRequests();
        expect(found.length - before).toBeLessThanOrEqual(1);
        if (found.length === before) await api.call('createChangeset', { body });
        const [open] = (await listRequests()).filter(({ status }) => status === 'OPEN');
        const query = { siteId, pullRequestId: open?.id ?? '' };
        const { pullRequest } = await api.call('getPullRequestDetails', { query });
        expect(pullRequest).toMatchObject({ hasConflict: false, description: body.changeSet.description });
        expect([pullRequest.files.length, pullRequest.connectionFiles.length]).toEqual([1, 1]);
        await api.call('deleteChangeset', { path: { pullRequestId: query.pullRequestId } });
        return isKilled;
      });
    },
    TEST_MS,
  );

  test(
    'while a request is merged: all of it is stored and runs, or nothing',
    async () => {
      await killEach('merge', async (writes) => {
        const body = await createBody(built);
        const before = await readPipeline(built.pipelineId);
        const table = await readTable();
        const { id: pullRequestId } = await api.call('createChangeset', { body });
        const merge = () =>
          api.call('mergeChangeset', { path: { pullRequestId }, body: { squash: made % 2 === 0 } });
        const isKilled = await killAfter(writes, merge);
        const [request] = (await listRequests()).filter(({ id }) => id === pullRequestId);
        const version = (await readPipeline(built.pipelineId)).latestGraphVersion - before.latestGraphVersion;
        const isNew = (await readTable()) !== table;
        const outcome = request?.status === 'OPEN' ? ['OPEN', 0, false] : ['MERGED', 1, true];
        expect([request?.status, version, isNew]).toEqual(outcome);
        if (request?.status === 'OPEN') await merge();
        await settled(built.pipelineId);
        expect(await readPipeline(built.pipelineId)).toMatchObject({
          description: `${made}`,
          status: 'DEPLOYED',
        });
        expect(await readTable()).toBe(TABLE(`${made}`));
        await expectNothingLeftBehind(api, siteId);
        return isKilled;
      });
    },
    TEST_MS,
  );
});

const files = (turn: number) => ({
  'sources/made.yaml':
    'format: penstock/v2\nsources:\n  - name: Made\n    type: generator\n    config:\n      eventsPerSecond: 1\n',
  'destinations/void.yaml': 'format: penstock/v2\ndestinations:\n  - name: Void\n    type: blackhole\n',
  'lookups/hosts.yaml': `format: penstock/v2\nlookups:\n  - name: hosts.csv\n    content: |\n      host,owner\n      web-1,${turn}\n`,
  'pipelines/web.yaml': `format: penstock/v2\npipelines:\n  - name: web\n    description: "${turn}"\n    graph:\n      - source: Made\n        to:\n          - Look up\n      - transform: Look up\n        type: lookup\n        config:\n          file: hosts.csv\n          keys:\n            - field: host\n              column: host\n          onMiss: ${turn % 2 === 0 ? 'drop' : 'pass'}\n        to:\n          - Void\n`,
});

test(
  'kill -9 while a commit is applied: it is applied once and whole [R1-32]',
  async () => {
    const sync = (to = api) => to.call('syncSite', { path: { siteId }, body: { putBack: false } });
    const synced = (to = api) =>
      eventually(async () => expect((await sync(to)).follow.state).toBe('IN_SYNC'), 120_000);
    let turn = 0;
    await server.push(files(turn));
    const git = { managedByGit: true, gitFollowed: true, gitRepo: server.url, gitBranch: 'main' };
    await api.call('updateSite', { ifMatch: '*', body: { site: { id: siteId, ...git } } });
    await synced();
    await killEach('apply', async (writes) => {
      turn += 1;
      const { pipelines } = await api.call('listPipelines', { query: { siteIds: [siteId] } });
      const [before] = pipelines.filter(({ name }) => name === 'web');
      await server.push(files(turn));
      const to = api;
      const isKilled = await killAfter(writes, async () => {
        await sync(to);
        await synced(to);
      });
      await synced();
      const after = await settled(before?.id ?? '');
      expect(after).toMatchObject({
        ...{ description: `${turn}`, status: 'DEPLOYED' },
        latestGraphVersion: (before?.latestGraphVersion ?? 0) + 1,
      });
      expect(await readTable()).toBe(TABLE(`${turn}`));
      await expectNothingLeftBehind(api, siteId);
      return isKilled;
    });
  },
  TEST_MS,
);

test('after all kills no content is left that nothing uses', () => {
  expect(readdirSync(join(product.dataFolder, 'files', 'incoming'))).toEqual([]);
});
