import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { components } from '../../src/engine/components/registry.ts';
import { Engine } from '../../src/engine/topology/engine.ts';
import { buildGraph, contentOf, type Suite } from './suite.ts';

/** Runs all suites on one engine, beside each other; the receiver has what left it. Stop it in the end. */
export async function runOnEngine(suites: readonly Suite[], folder: string, url: string): Promise<Engine> {
  const engine = new Engine(join(folder, 'engine'), '4', components);
  mkdirSync(join(folder, 'in'), { recursive: true });
  for (const [n, suite] of suites.entries()) {
    const path = join(folder, 'in', `${n}.log`);
    writeFileSync(path, contentOf(suite));
    const graph = buildGraph(suite, n, path, url);
    await engine.deploy({ pipelineId: `3${n}`, siteId: '4', graphVersion: 1, mode: 'run', ...graph });
  }
  return engine;
}
