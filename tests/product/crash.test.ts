import { describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { removeFolder, startProduct } from '../harness/product.ts';
import { deliveredIds, deployNumbered, sendUntilRefused } from './support/numbered.ts';

const SENDERS = 4;

describe('a product that ends', () => {
  it.each([
    ['Ctrl+C', 'SIGINT'],
    ['SIGTERM', 'SIGTERM'],
  ] as const)(
    'on %s under load: code 0, nothing lost, nothing twice [R15]',
    async (_, signal) => {
      const product = await startProduct();
      try {
        const { port, output } = await deployNumbered(product, 'disk');
        const acknowledged = new Set<string>();
        let stopping = false;
        const senders = Array.from({ length: SENDERS }, (_, n) =>
          sendUntilRefused(port, String(n), acknowledged, () => stopping),
        );
        await eventually(() => expect(acknowledged.size).toBeGreaterThan(500));
        const startedAt = performance.now();
        const code = await product.stop(signal);
        const seconds = (performance.now() - startedAt) / 1000;
        stopping = true;
        await Promise.all(senders);
        expect(code).toBe(0);
        console.log(`R15 ${signal}: ended after ${seconds.toFixed(1)} s, ${acknowledged.size} acknowledged`);
        expect(seconds).toBeLessThan(30);

        const again = await startProduct({ dataFolder: product.dataFolder });
        const delivered = await eventually(() => {
          const ids = deliveredIds(output);
          expect(ids.length).toBeGreaterThanOrEqual(acknowledged.size);
          return ids;
        });
        await again.stop();
        const unique = new Set(delivered);
        expect([...acknowledged].filter((id) => !unique.has(id))).toEqual([]);
        expect(unique.size).toBe(delivered.length);
      } finally {
        removeFolder(product.dataFolder);
      }
    },
    60_000,
  );
});
