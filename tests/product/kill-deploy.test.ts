import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { DeploymentPhase } from '../../src/contract/entities/deployment.ts';
import { LIVE_PATH, liveServerMessageSchema } from '../../src/contract/live.ts';
import { ProductApi } from '../harness/api.ts';
import { haltEngine } from '../harness/engine-process.ts';
import { eventually } from '../harness/eventually.ts';
import { expectNothingLeftBehind } from '../harness/left-behind.ts';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort, type Product, removeFolder, startProduct } from '../harness/product.ts';

/** Busy machines start slowly; only the final state matters. */
const SETTLED_MS = 60_000;
const TEST_MS = 180_000;

let product: Product;
let api: ProductApi;
let siteId: string;
let made = 0;

const start = async (dataFolder?: string) => {
  product = await startProduct(dataFolder === undefined ? {} : { dataFolder });
  api = new ProductApi(product.url);
};

beforeAll(async () => {
  await start();
  siteId = await api.siteId();
}, TEST_MS);
afterAll(async () => {
  await product.kill();
  removeFolder(product.dataFolder);
});

async function savedPipeline(): Promise<Built> {
  made += 1;
  return buildPipeline(api, siteId, {
    name: `pipeline ${made}`,
    source: { name: `In ${made}`, templateId: 'tcp', config: { port: await freePort() } },
    transforms: [],
    sinks: [{ name: `Out ${made}`, templateId: 'blackhole', config: {} }],
  });
}

async function saveVersionTwo({ pipelineId, sinkIds }: Built): Promise<void> {
  const config = { port: await freePort() };
  const { id } = await api.call('createSource', {
    body: { source: { siteId, name: `Edge ${made}`, templateId: 'tcp', config } },
  });
  const versionInfo = { pipelineId, name: 'edge' };
  const edges = { [id]: { nodeIds: sinkIds } };
  await api.call('saveGraph', { ifMatch: 1, body: { pipelineId, edges, metaInfo: {}, versionInfo } });
}

const deploy = (pipelineId: string, graphVersion: number) =>
  api.call('runPipelineAction', { body: { pipelineId, graphVersion, action: 'DEPLOY' } });

async function killAt(phase: DeploymentPhase, pipelineId: string): Promise<{ isDead: Promise<void> }> {
  const { ticket } = await api.call('createSocketTicket');
  const socket = new WebSocket(`${product.url.replace('http', 'ws')}${LIVE_PATH}?authorization=${ticket}`, {
    origin: product.url,
  });
  const dead = Promise.withResolvers<void>();
  socket.on('error', () => undefined);
  await new Promise((opened) => socket.once('open', opened));
  const isHeard = new Promise<void>((heard) =>
    socket.on('message', (data) => {
      const message = liveServerMessageSchema.parse(JSON.parse(String(data)));
      if (message.type === 'subscribed') heard();
      if (message.type !== 'pipeline.deployment' || message.pipelineId !== pipelineId) return;
      if (message.deployment.phases.at(-1)?.phase === phase) product.kill().then(dead.resolve, dead.reject);
    }),
  );
  socket.send(JSON.stringify({ type: 'subscribe', subscriptionId: 's', topic: 'site', siteId }));
  await isHeard;
  return { isDead: dead.promise };
}

const PHASES = ['QUEUED', 'VALIDATING', 'STARTING', 'DRAINING'] as const;

describe('kill -9 of the service during a deployment, then a restart', () => {
  test.each(PHASES)(
    'a first version: %s',
    async (phase) => {
      const { pipelineId } = await savedPipeline();
      const { isDead } = await killAt(phase, pipelineId);
      // The kill may lose the answer.
      await deploy(pipelineId, 1).catch(() => undefined);
      await isDead;
      await start(product.dataFolder);
      const settled = await api.settled(pipelineId, 'DEPLOYED', SETTLED_MS);
      expect(settled).toMatchObject({ deployedGraphVersion: 1, lastError: '' });
      await expectNothingLeftBehind(api, siteId);
    },
    TEST_MS,
  );

  test.each(process.env.PENSTOCK_TEST_LONG ? PHASES : (['STARTING'] as const))(
    'a version over another one that runs: %s',
    async (phase) => {
      const built = await savedPipeline();
      const { pipelineId } = built;
      await deployPipeline(api, built);
      await saveVersionTwo(built);
      const { isDead } = await killAt(phase, pipelineId);
      await deploy(pipelineId, 2).catch(() => undefined);
      await isDead;
      await start(product.dataFolder);
      const settled = await api.settled(pipelineId, 'DEPLOYED', SETTLED_MS);
      expect(settled).toMatchObject({ deployedGraphVersion: 2, pendingGraphVersion: 0, lastError: '' });
      await expectNothingLeftBehind(api, siteId);
    },
    TEST_MS,
  );
});

describe('kill -9 of the service during a deployment that goes no further', () => {
  async function heldDeployment() {
    const { pipelineId } = await savedPipeline();
    haltEngine(product.dataFolder);
    await deploy(pipelineId, 1);
    await eventually(async () => {
      const { deployment } = await api.call('getDeployment', { path: { pipelineId } });
      expect(deployment?.phases.at(-1)?.phase).toBe('VALIDATING');
      expect(await api.pipeline(pipelineId)).toMatchObject({ status: 'DEPLOYING' });
    }, SETTLED_MS);
    return pipelineId;
  }

  test(
    'while it is carried out: it is carried out after the restart',
    async () => {
      const pipelineId = await heldDeployment();
      await product.kill();
      await start(product.dataFolder);
      const settled = await api.settled(pipelineId, 'DEPLOYED', SETTLED_MS);
      expect(settled).toMatchObject({ deployedGraphVersion: 1 });
      await expectNothingLeftBehind(api, siteId);
    },
    TEST_MS,
  );

  test(
    'while it is cancelled: it is not deployed after the restart',
    async () => {
      const pipelineId = await heldDeployment();
      await api.call('runPipelineAction', { body: { pipelineId, graphVersion: 1, action: 'CANCEL' } });
      expect(await api.pipeline(pipelineId)).toMatchObject({ pendingAction: 'CANCEL' });
      await product.kill();
      await start(product.dataFolder);
      const settled = await api.settled(pipelineId, 'DEFAULT', SETTLED_MS);
      expect(settled).toMatchObject({ deployedGraphVersion: 0 });
      const { deployment } = await api.call('getDeployment', { path: { pipelineId } });
      expect(deployment).toMatchObject({ outcome: 'CANCELLED' });
      await expectNothingLeftBehind(api, siteId);
    },
    TEST_MS,
  );
});
