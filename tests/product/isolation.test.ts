import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ProductApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { type Product, removeFolder, startProduct } from '../harness/product.ts';
import { askAll, deployHarm, type Harm } from './support/harm.ts';
import { deployNumbered, type Numbered, post } from './support/numbered.ts';

const PATIENCE_MS = 90_000;
const ROUNDS = 10;

let product: Product;
let other: Numbered;
let sent: string[] = [];
beforeAll(async () => {
  product = await startProduct();
  other = await deployNumbered(product, 'memory');
}, 120_000);
afterAll(async () => {
  await product.kill();
  removeFolder(product.dataFolder);
});

it.each<[Harm, RegExp]>([
  ['loops', /took too long|without an end/],
  ['allocates', /too much memory|took too long|without an end/],
])(
  'a pipeline that %s without end harms no API, no neighbor [R13]',
  async (harm, cause) => {
    const api = new ProductApi(product.url);
    const siteId = await api.siteId();
    const built = await deployHarm(product, harm);
    const now = Math.floor(Date.now() / 1000);
    const range = {
      'timeRange.startUnixTimeSeconds': now - 3600,
      'timeRange.endUnixTimeSeconds': now + 3600,
    };
    const errors = async () => {
      const { pipelineId } = built;
      const query = { siteId, pipelineIds: [pipelineId], ...range };
      return (await api.call('listPipelineErrors', { query })).pipelinesErrorDetails[pipelineId];
    };
    await eventually(
      async () => expect((await errors())?.errorDetails.length).toBeGreaterThan(0),
      PATIENCE_MS,
    );
    const before = Number((await errors())?.unacknowledgedErrors);
    const calls = await askAll(api, siteId);
    for (let round = 0; round < ROUNDS; round++) {
      for (const call of calls) await call();
      const id = `${harm}-${round}`;
      sent = [...sent, id];
      expect(await post(other.port, [id])).toBe(true);
    }
    // The harm continued.
    await eventually(
      async () => expect(Number((await errors())?.unacknowledgedErrors)).toBeGreaterThan(before),
      PATIENCE_MS,
    );
    const told = (await errors())?.errorDetails ?? [];
    // On a busy machine a script may hit its time limit first.
    expect(told.map(({ errorDesc }) => errorDesc).join('\n')).toMatch(cause);
    for (const { nodeName, errorDesc } of told) {
      expect(nodeName).toBe(`Script that ${harm}`);
      expect(errorDesc).toContain('Resolutions');
    }
    const ids = () => readFileSync(other.output, 'utf8').match(/(?<="id":")[^"]+/g);
    await eventually(() => expect(ids()).toEqual(sent), PATIENCE_MS);
    expect((await api.pipeline(other.built.pipelineId)).status).toBe('DEPLOYED');
  },
  300_000,
);
