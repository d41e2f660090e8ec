import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProductApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { type Built, buildPipeline, deployPipeline, fetchComponentTotals } from '../harness/pipelines.ts';
import { type Product, removeFolder, startProduct } from '../harness/product.ts';
import { ACCESS_LOG, accessLogPipeline, countWithAwk, hasAccessLog, KEPT_FIELDS } from './apache.ts';

describe.runIf(hasAccessLog)('10,000 real access-log lines through the product', () => {
  let product: Product;
  let api: ProductApi;
  let siteId: string;
  let built: Built;

  beforeAll(async () => {
    product = await startProduct();
    api = new ProductApi(product.url);
    siteId = await api.siteId();
    built = await buildPipeline(api, siteId, accessLogPipeline(product.dataFolder));
    await deployPipeline(api, built);
  }, 180_000);

  afterAll(async () => {
    await product.stop();
    removeFolder(product.dataFolder);
  });

  it('every line awk counts is delivered, with seven fields', async () => {
    const truth = countWithAwk(product.dataFolder);
    const outputPath = join(product.dataFolder, 'reduced.ndjson');
    const output = await eventually(() => {
      const text = readFileSync(outputPath, 'utf8');
      expect(text.split('\n').length - 1).toBe(truth.kept);
      return text;
    }, 180_000);

    const lines = output.trimEnd().split('\n');
    const events = lines.map((line) => JSON.parse(line) as Record<string, string | number>);
    for (const event of events) expect(KEPT_FIELDS).toEqual(expect.arrayContaining(Object.keys(event)));
    const summary = events.map(
      (event) => `${event.clientip} ${event.verb} ${event.request} ${event.response}`,
    );
    expect(summary).toEqual(readFileSync(truth.keptFile, 'utf8').trimEnd().split('\n'));

    const [parseId, filterId, keepId] = built.transformIds as [string, string, string];
    const sinkId = built.sinkIds[0]!;
    const totals = await eventually(async () => {
      const read = await fetchComponentTotals(api, siteId, built.pipelineId);
      expect(Number(read[sinkId]?.eventsOut)).toBe(truth.kept);
      return read;
    });
    const of = (id: string) => totals[id]!;
    expect(Number(of(built.sourceId).eventsIn)).toBe(truth.lines);
    expect(Number(of(built.sourceId).totalInputDataBytes)).toBe(truth.bytes);
    expect(Number(of(parseId).eventsOut)).toBe(truth.lines);
    expect(Number(of(filterId).eventsIn)).toBe(truth.lines);
    expect(Number(of(filterId).eventsDropped)).toBe(truth.dropped);
    expect(Number(of(keepId).eventsIn)).toBe(truth.kept);
    for (const id of [built.sourceId, ...built.transformIds, sinkId]) {
      expect(Number(of(id).eventsIn)).toBe(Number(of(id).eventsOut) + Number(of(id).eventsDropped));
    }
    const outputBytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
    expect(Number(of(sinkId).totalOutputDataBytes)).toBe(outputBytes);

    const now = Math.floor(Date.now() / 1000);
    const { pipelineSummaries } = await api.call('getPipelineSummaries', {
      query: {
        siteId,
        pipelineIds: [built.pipelineId],
        'timeRange.startUnixTimeSeconds': now - 3600,
        'timeRange.endUnixTimeSeconds': now + 60,
      },
    });
    const pipeline = pipelineSummaries[built.pipelineId]!;
    expect(Number(pipeline.totalInputDataBytes)).toBe(truth.bytes);
    expect(Number(pipeline.totalOutputDataBytes)).toBe(outputBytes);
    expect(pipeline.percentDataOptimized).toBeCloseTo(100 * (1 - outputBytes / truth.bytes), 9);
    expect(readFileSync(ACCESS_LOG).length).toBe(truth.bytes + truth.lines);
  }, 180_000);
});
