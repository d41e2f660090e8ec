import { loadavg } from 'node:os';
import { ProductApi } from '../harness/api.ts';
import { haltEngine } from '../harness/engine-process.ts';
import { type Product, removeFolder, startProduct } from '../harness/product.ts';
import { askAll, deployHarm, type Harm } from '../product/support/harm.ts';

const CALLS = 1000;
/** The promised limit. */
export const API_P99_MS = 500;
const HARMS: readonly Harm[] = ['loops', 'allocates'];

type Times = { p50: number; p99: number; max: number };
export type IsolationBench = { calls: number; times: Record<string, Times>; loadAverage: number };

/** In ms, one call at a time. */
async function measure(product: Product): Promise<Times> {
  const api = new ProductApi(product.url);
  const calls = await askAll(api, await api.siteId());
  const times: number[] = [];
  for (let n = 0; n < CALLS; n++) {
    const begin = performance.now();
    await calls[n % calls.length]?.();
    times.push(performance.now() - begin);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

async function withProduct(work: (product: Product) => Promise<Times>): Promise<Times> {
  const product = await startProduct();
  try {
    return await work(product);
  } finally {
    await product.kill();
    removeFolder(product.dataFolder);
  }
}

/** While a pipeline loops or allocates without end, or the engine hangs. */
export async function benchIsolation(): Promise<IsolationBench> {
  const times: Record<string, Times> = { 'nothing runs': await withProduct(measure) };
  for (const harm of HARMS)
    times[`a pipeline ${harm} without end`] = await withProduct(async (product) => {
      await deployHarm(product, harm);
      return measure(product);
    });
  times['the engine hangs, and is started again'] = await withProduct(async (product) => {
    await deployHarm(product, 'loops');
    haltEngine(product.dataFolder);
    return measure(product);
  });
  return { calls: CALLS, times, loadAverage: loadavg()[0] ?? 0 };
}

/** The process fails when a figure is over its limit. */
export function printIsolation(
  { calls, times, loadAverage }: IsolationBench,
  row: (what: string, figure: string, budget: string) => void,
): void {
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  console.log(`\nThe API meanwhile: ${calls} calls one after the other, 99th percentile (median, longest)`);
  for (const [what, { p50, p99, max }] of Object.entries(times)) {
    row(what, ms(p99), `< ${API_P99_MS} ms (${ms(p50)}, ${ms(max)})`);
    if (p99 >= API_P99_MS) process.exitCode = 1;
  }
  row('load of the machine', loadAverage.toFixed(1), '');
}
