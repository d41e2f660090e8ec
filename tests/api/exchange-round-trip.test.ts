import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createExchange, expectDone } from './support/exchange.ts';
import { createGraphBody } from './support/fixtures.ts';
import { createRandomPipeline, type RandomPipeline, toGraph } from './support/random-definitions.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(() => api.stop());

const { exportSite, importText } = createExchange(() => api);

describe('the round trip (200 random graphs)', () => {
  let port = 30_000;

  async function build(pipelines: RandomPipeline[]): Promise<void> {
    const { siteId } = api;
    const sinkIds: string[] = [];
    for (const name of ['yes', 'A: b', ' c # d'.trim()]) {
      const sink = { name: `${name} ${port}`, siteId, templateId: 'blackhole', config: {} };
      sinkIds.push(expectDone(await api.call('createSink', { body: { sink } })).body.id);
    }
    for (const one of pipelines) {
      port += 1;
      const source = { name: `in ${port}`, siteId, templateId: 'tcp', config: { port } };
      const sourceId = expectDone(await api.call('createSource', { body: { source } })).body.id;
      const pipeline = { name: `${one.name} ${port}`, description: one.description, siteId };
      const pipelineId = expectDone(await api.call('createPipeline', { body: { pipeline } })).body.id;
      const transforms = one.transforms.map((transform) => ({ ...transform, pipelineId }));
      const transformIds =
        transforms.length === 0
          ? []
          : expectDone(await api.call('createTransforms', { body: { transforms } })).body.transformIds;
      const { edges, metaInfo } = toGraph(one, sourceId, transformIds, sinkIds);
      expectDone(await api.call('saveGraph', { body: createGraphBody(pipelineId, edges, metaInfo) }));
    }
  }

  test('export, import elsewhere, export: the same bytes; import at home changes nothing', async () => {
    let graphs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(createRandomPipeline(3), { minLength: 4, maxLength: 4 }),
        async (pipelines) => {
          await api.stop();
          api = await startService();
          await build(pipelines);
          const { definition } = expectDone(await exportSite()).body;
          const home = expectDone(await importText(definition, { dryRun: true })).body.entries;
          expect(home.filter((one: { action: string }) => one.action !== 'unchanged')).toEqual([]);
          const elsewhere = await startService();
          try {
            expectDone(await importText(definition, { to: elsewhere }));
            expect(expectDone(await exportSite(elsewhere)).body.definition).toBe(definition);
          } finally {
            await elsewhere.stop();
          }
          graphs += pipelines.length;
        },
      ),
      { numRuns: 50 },
    );
    expect(graphs).toBeGreaterThanOrEqual(200);
  }, 120_000);
});
