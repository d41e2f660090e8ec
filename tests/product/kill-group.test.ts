import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ProductApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { fetchComponentTotals } from '../harness/pipelines.ts';
import { removeFolder, startProduct } from '../harness/product.ts';
import { deliveredIds, deployNumbered, listening, post, sendUntilRefused } from './support/numbered.ts';

const ROUNDS = process.env.PENSTOCK_TEST_LONG ? Number(process.env.PENSTOCK_TEST_GROUP_KILLS ?? 100) : 3;
/** Every so many rounds, it is killed during startup. */
const KILLED_AT_START = 5;
const MOST_DELAY_MS = 400;
const SENDERS = 2;
/** Busy machines start slowly. */
const ROUND_MS = 120_000;

it(
  `${ROUNDS} kills of service and engine lose nothing acknowledged [R1]`,
  async () => {
    let product = await startProduct();
    const { dataFolder } = product;
    try {
      const flows = [await deployNumbered(product, 'memory'), await deployNumbered(product, 'disk')];
      const sets = flows.map(() => new Set<string>());
      for (let round = 0; round < ROUNDS; round++) {
        const before = sets.map((one) => one.size);
        const senders = flows.flatMap(({ port }, i) =>
          Array.from({ length: SENDERS }, (_, n) => sendUntilRefused(port, `${round}-${n}`, sets[i]!)),
        );
        await eventually(() => {
          for (const [i, one] of sets.entries()) expect(one.size).toBeGreaterThan(before[i]! + 100);
        }, ROUND_MS);
        // Random delay: the kill must be able to hit any moment of the work.
        await delay(randomInt(MOST_DELAY_MS));
        await product.kill();
        await Promise.all(senders);
        product = await startProduct({ dataFolder });
        if (round % KILLED_AT_START === KILLED_AT_START - 1) {
          await delay(randomInt(MOST_DELAY_MS));
          await product.kill();
          product = await startProduct({ dataFolder });
        }
        const api = new ProductApi(product.url);
        for (const { built, port } of flows) {
          await api.settled(built.pipelineId, 'DEPLOYED', ROUND_MS);
          await listening(port);
        }
      }
      const api = new ProductApi(product.url);
      const siteId = await api.siteId();
      for (const [i, { port, built, output }] of flows.entries()) {
        expect(await post(port, ['last'])).toBe(true);
        const delivered = await eventually(() => {
          const ids = new Set(deliveredIds(output));
          expect(ids).toContain('last');
          expect([...sets[i]!].filter((id) => !ids.has(id))).toEqual([]);
          return ids.size;
        }, ROUND_MS);
        console.log(
          `R1 ${built.pipelineId}: ${ROUNDS} kills, ${sets[i]!.size} acknowledged, 0 lost of ${delivered}`,
        );
        await eventually(async () => {
          const totals = await fetchComponentTotals(api, siteId, built.pipelineId);
          expect(Number(totals[built.sinkIds[0]!]?.eventsOut)).toBeGreaterThan(0);
        }, ROUND_MS);
      }
    } finally {
      await product.kill();
      removeFolder(dataFolder);
    }
  },
  (ROUNDS + 1) * ROUND_MS,
);
