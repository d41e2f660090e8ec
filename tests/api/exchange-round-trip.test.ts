import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { done, exchangeOf } from './support/exchange.ts';
import { graphBody } from './support/fixtures.ts';
import { graphOf, type RandomPipeline, randomPipeline } from './support/random-definitions.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(() => api.stop());

const { exportSite, importText } = exchangeOf(() => api);

describe('the round trip (200 random graphs)', () => {
  let port = 30_000;

  async function build(pipelines: RandomPipeline[]): Promise<void> {
    const { siteId } = api;
    const sinkIds: string[] = [];
    for (const name of ['yes', 'A: b', ' c # d'.trim()]) {
      const sink = { name: `${name} ${port}`, siteId, templateId: 'blackhole', config: {} };
      sinkIds.push(done(await api.call('createSink', { body: { sink } })).body.id);
    }
    for (const one of pipelines) {
      port += 1;
      const source = { name: `in ${port}`, siteId, templateId: 'tcp', config: { port } };
      const sourceId = done(await api.call('createSource', { body: { source } })).body.id;
      const pipeline = { name: `${one.name} ${port}`, description: one.description, siteId };
      const pipelineId = done(await api.call('createPipeline', { body: { pipeline } })).body.id;
      const transforms = one.transforms.map((transform) => ({ ...transform, pipelineId }));
      const transformIds =
        transforms.length === 0
          ? []
          : done(await api.call('createTransforms', { body: { transforms } })).body.transformIds;
      const { edges, metaInfo } = graphOf(one, sourceId, transformIds, sinkIds);
      done(await api.call('saveGraph', { body: graphBody(pipelineId, edges, metaInfo) }));
    }
  }

  test('export, import elsewhere, export: the same bytes; import at home changes nothing', async () => {
    let graphs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(randomPipeline(3), { minLength: 4, maxLength: 4 }), async (pipelines) => {
        await api.stop();
        api = await startService();
        await build(pipelines);
        const { definition } = done(await exportSite()).body;
        const home = done(await importText(definition, { dryRun: true })).body.entries;
        expect(home.filter((one: { action: string }) => one.action !== 'unchanged')).toEqual([]);
        const elsewhere = await startService();
        try {
          done(await importText(definition, { to: elsewhere }));
          expect(done(await exportSite(elsewhere)).body.definition).toBe(definition);
        } finally {
          await elsewhere.stop();
        }
        graphs += pipelines.length;
      }),
      { numRuns: 50 },
    );
    expect(graphs).toBeGreaterThanOrEqual(200);
  }, 120_000);
});
