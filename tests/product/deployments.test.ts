import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ProductApi } from '../harness/api.ts';
import { findEnginePid } from '../harness/engine-process.ts';
import { eventually } from '../harness/eventually.ts';
import { freePort, type Product, removeFolder, startProduct } from '../harness/product.ts';
import { deliveredIds, deployNumbered, type Numbered } from './support/numbered.ts';
import { PacedSender } from './support/paced.ts';

const ACTIONS = process.env.PENSTOCK_TEST_LONG ? 500 : 18;
const EVENTS_PER_SECOND = 1000;
const PATIENCE_MS = 120_000;
/** The promised limit, and a multiple of an untouched pipeline's gap on this machine. */
const GAP_MS = 2000;
const GAP_OF_MACHINE = 10;

let product: Product;
let api: ProductApi;
let siteId: string;
let changed: Numbered;
let unchanged: Numbered;
let taken: Server;
beforeAll(async () => {
  product = await startProduct();
  api = new ProductApi(product.url);
  siteId = await api.siteId();
  changed = await deployNumbered(product, 'disk', 'changed');
  unchanged = await deployNumbered(product, 'memory', 'unchanged');
}, PATIENCE_MS);
afterAll(async () => {
  taken?.close();
  await product.kill();
  removeFolder(product.dataFolder);
});

type Edges = Record<string, { nodeIds: string[] }>;

async function save(from: number, edges: Edges): Promise<number> {
  const { pipelineId } = changed.built;
  const versionInfo = { pipelineId, name: '' };
  const body = { pipelineId, edges, metaInfo: {}, versionInfo };
  return (await api.call('saveGraph', { ifMatch: from, body })).graph.version;
}

/** One with another transform, one with another destination, one whose source fails to start. */
async function saveVersions(): Promise<{ longer: number; wider: number; bad: number }> {
  const { pipelineId, sourceId, transformIds, sinkIds, version } = changed.built;
  const [filter, out] = [transformIds[0]!, sinkIds[0]!];
  const match = { match: 'all', rules: [{ field: 'level', operator: 'equals', value: 'trace' }] };
  const transform = {
    name: 'Drop trace',
    templateId: 'filter',
    config: { action: 'drop', match },
    pipelineId,
  };
  const { transformIds: made } = await api.call('createTransforms', { body: { transforms: [transform] } });
  const trace = made[0]!;
  const start = { [sourceId]: { nodeIds: [filter] } };
  const longer = await save(version, {
    ...start,
    [filter]: { nodeIds: [trace] },
    [trace]: { nodeIds: [out] },
  });
  const sink = { siteId, name: 'Void', templateId: 'blackhole', config: {} };
  const { id: empty } = await api.call('createSink', { body: { sink } });
  const wider = await save(longer, { ...start, [filter]: { nodeIds: [out, empty] } });
  const port = await freePort();
  taken = createServer().listen(port, '127.0.0.1');
  const source = { siteId, name: 'Taken', templateId: 'http_server', config: { port } };
  const { id: other } = await api.call('createSource', { body: { source } });
  const edges = { [other]: { nodeIds: [filter] }, [filter]: { nodeIds: [out] } };
  return { longer, wider, bad: await save(wider, edges) };
}

/** Successive buffers: smaller, in memory, on disk again. */
const BUFFERS = [
  { mode: 'disk', maxBytes: 4 << 20, whenFull: 'block' },
  { mode: 'memory', maxBytes: 16 << 20, whenFull: 'block' },
  { mode: 'disk', maxBytes: 16 << 20, whenFull: 'block' },
];

it(
  `${ACTIONS} actions at ${EVENTS_PER_SECOND} events a second lose, repeat and delay nothing [R14]`,
  async () => {
    const { longer, wider, bad } = await saveVersions();
    const { pipelineId, version: first } = changed.built;
    const engine = findEnginePid(product.dataFolder);
    const pace = { perSecond: EVENTS_PER_SECOND, perRequest: 50, connections: 8 };
    const sender = new PacedSender(changed.port, pace);
    const other = new PacedSender(unchanged.port, { perSecond: 100, perRequest: 10, connections: 1 });
    const pauses: { from: number; to: number }[] = [];
    const act = async (action: 'DEPLOY' | 'PAUSE' | 'BYPASS', graphVersion: number, status: Status) => {
      await api.call('runPipelineAction', { body: { pipelineId, graphVersion, action } });
      await api.settled(pipelineId, status, PATIENCE_MS);
    };
    let buffers = 0;
    const changeBuffer = async () => {
      const id = changed.built.sinkIds[0]!;
      const { sink } = await api.call('getSink', { path: { id } });
      const buffer = BUFFERS[buffers++ % BUFFERS.length]!;
      const config = { ...sink.config, buffer };
      await api.call('updateSink', { ifMatch: '*', body: { sink: { id, config } } });
    };
    const steps = [
      () => act('DEPLOY', longer, 'DEPLOYED'),
      () => act('BYPASS', longer, 'BYPASSED'),
      () => act('DEPLOY', longer, 'DEPLOYED'),
      () => act('DEPLOY', wider, 'DEPLOYED'),
      async () => {
        const from = performance.now();
        await act('PAUSE', wider, 'PAUSED');
        pauses.push({ from, to: performance.now() });
      },
      () => act('DEPLOY', wider, 'DEPLOYED'),
      () => act('DEPLOY', bad, 'ROLLED_BACK'),
      changeBuffer,
      () => act('DEPLOY', first, 'DEPLOYED'),
    ];
    for (let n = 0; n < ACTIONS; n++) {
      const before = sender.acknowledged.length;
      const step = n % steps.length;
      await steps[step]!();
      // Events refused during a pause flow after it; otherwise send for a second.
      if (step === 4) continue;
      await eventually(
        () => expect(sender.acknowledged.length).toBeGreaterThan(before + EVENTS_PER_SECOND / 4),
        PATIENCE_MS,
      );
    }
    if ((await api.pipeline(pipelineId)).status === 'PAUSED') await steps[5]!();
    await Promise.all([sender.stop(), other.stop()]);

    for (const [{ acknowledged }, { output }] of [
      [sender, changed],
      [other, unchanged],
    ] as const) {
      const delivered = await eventually(() => {
        const ids = deliveredIds(output);
        expect(new Set(ids).size).toBeGreaterThanOrEqual(acknowledged.length);
        return ids;
      }, PATIENCE_MS);
      const there = new Set(delivered);
      const lost = acknowledged.filter((id) => !there.has(id));
      const gaps = `${sender.longestGap(pauses)} ms, of the other pipeline ${other.longestGap()} ms`;
      console.log(
        `R14: ${ACTIONS} actions, ${acknowledged.length} acknowledged, ${lost.length} lost, ${delivered.length - there.size} twice; longest gap ${gaps}`,
      );
      expect(lost).toEqual([]);
      expect(delivered.length).toBe(there.size);
    }
    expect(other.connections.size).toBe(1);
    expect(other.again).toBe(0);
    expect(findEnginePid(product.dataFolder)).toBe(engine);
    expect(sender.longestGap(pauses)).toBeLessThan(GAP_MS + GAP_OF_MACHINE * other.longestGap());
  },
  ACTIONS * PATIENCE_MS,
);
type Status = 'DEPLOYED' | 'PAUSED' | 'BYPASSED' | 'ROLLED_BACK';
