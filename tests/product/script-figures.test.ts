import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ProductApi } from '../harness/api.ts';
import { findEnginePid } from '../harness/engine-process.ts';
import { eventually } from '../harness/eventually.ts';
import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort, removeFolder, startProduct } from '../harness/product.ts';
import { readStats } from '../runner/process-stat.ts';
import { listening, post, sendUntilRefused } from './support/numbered.ts';

const WITHIN_MS = 120_000;
/** Drops one in seven, doubles one in eleven. */
const SCRIPT = `const n = Number(event.id.split('-').pop());
if (n % 7 === 0) return null;
if (n % 11 === 0) return [event, { id: event.id, copy: true }];
event.seen = true;`;
const FATES = ['out', 'dropped', 'merged', 'dead_letter'];

/** The only process below the engine, which runs the transforms. */
const findScriptPid = (enginePid: number): number => {
  const [pid, ...others] = [...readStats().values()].filter(({ parent }) => parent === enginePid);
  if (!pid || others.length > 0) throw new Error('the engine has not one process below it');
  return pid.pid;
};

/** Of each component, from the page of metrics. */
async function readTotals(url: string): Promise<Map<string, Record<string, number>>> {
  const totals = new Map<string, Record<string, number>>();
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = /^penstock_component_events_(\w+?)(?:_total)?\{.*component="(\d+)".*\} (\d+)$/gm;
  for (const [, fate, component, count] of text.matchAll(line))
    totals.set(component!, { ...totals.get(component!), [fate!]: Number(count) });
  return totals;
}

it('figures around a script add up after kills of engine and script [R17]', async () => {
  const product = await startProduct();
  try {
    const api = new ProductApi(product.url);
    const port = await freePort();
    const built = await buildPipeline(api, await api.siteId(), {
      name: 'Scripted',
      source: { name: 'In', templateId: 'http_server', config: { port } },
      transforms: [{ name: 'Script', templateId: 'script', config: { code: SCRIPT } }],
      sinks: [
        {
          name: 'Out',
          templateId: 'file',
          config: {
            path: join(product.dataFolder, 'out.ndjson'),
            format: 'ndjson',
            buffer: { mode: 'disk', maxBytes: 16 << 20, whenFull: 'block' },
          },
        },
      ],
    });
    await deployPipeline(api, built);
    await listening(port);
    const acknowledged = new Set<string>();
    for (const [round, who] of ['engine', 'script', 'engine'].entries()) {
      let isOver = false;
      const before = acknowledged.size;
      const sending = sendUntilRefused(port, String(round), acknowledged, () => isOver);
      await eventually(() => expect(acknowledged.size).toBeGreaterThan(before + 500), WITHIN_MS);
      const engine = findEnginePid(product.dataFolder);
      process.kill(who === 'engine' ? engine : findScriptPid(engine), 'SIGKILL');
      isOver = true;
      await sending;
      await listening(port);
      await eventually(async () => expect(await post(port, [`after-${round}-1`])).toBe(true), WITHIN_MS);
    }
    await eventually(async () => {
      const totals = await readTotals(product.url);
      expect([...totals.keys()].sort()).toEqual(
        [built.sourceId, ...built.transformIds, ...built.sinkIds].sort(),
      );
      for (const one of totals.values())
        expect(one.in! + one.created!).toBe(FATES.reduce((sum, fate) => sum + one[fate]!, one.buffered!));
      expect(totals.get(built.sourceId)!.in).toBeGreaterThanOrEqual(acknowledged.size + 3);
      expect(totals.get(built.transformIds[0]!)!.created).toBeGreaterThan(0);
      expect(totals.get(built.sinkIds[0]!)!.buffered).toBe(0);
    }, WITHIN_MS);
  } finally {
    await product.kill();
    removeFolder(product.dataFolder);
  }
}, 400_000);
