import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createEmbeddedEngine, type PlanNode } from '../../../src/engine/port.ts';
import { planOf, SITE } from '../../engine/harness/plans.ts';
import { freePort } from '../../harness/product.ts';
import type { Output } from './outputs.ts';
import type { Subject } from './subject.ts';

export type Chain = (port: number, pipeline: number) => PlanNode[];

/** Pipelines share equal nodes, so each gets its own. */
const ownNode = (node: PlanNode, pipeline: number): PlanNode => {
  const id = `${node.id} of ${pipeline}`;
  return { ...node, id, componentId: id };
};

/** Runs several pipelines of a kind; the last `destinations` nodes of each run in parallel. */
export async function startPenstock(
  name: string,
  folder: string,
  {
    chain,
    pipelines = 1,
    destinations = 1,
    workers = 1,
    output,
  }: { chain: Chain; pipelines?: number; destinations?: number; workers?: number; output: Output },
): Promise<Subject> {
  const dataFolder = join(folder, `data ${name}`);
  mkdirSync(dataFolder, { recursive: true });
  const makeEngine = () =>
    createEmbeddedEngine({
      dataFolder,
      siteId: SITE,
      workers,
      log: (line) => console.log(`${name}: ${line}`),
    });
  // Only the first start in a folder compiles, which takes memory for good.
  const first = makeEngine();
  await first.start();
  await first.stop();
  const engine = makeEngine();
  await engine.start();
  const ports: number[] = [];
  for (let n = 0; n < pipelines; n++) {
    const port = await freePort();
    const nodes = chain(port, n).map((node) => ownNode(node, n));
    const last = nodes.length - destinations - 1;
    const edges = nodes.slice(1).map((node, i) => `${nodes[Math.min(i, last)]?.id}>${node.id}`);
    await engine.deploy(planOf(nodes, edges, { pipelineId: `3${String(n).padStart(17, '0')}` }));
    ports.push(port);
  }
  const { pids } = engine;
  if (pids.length === 0) throw new Error(`${name} does not run`);
  return { name, pids, ports, output, stop: () => engine.stop() };
}
