import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createEmbeddedEngine, type PlanNode } from '../../../src/engine/port.ts';
import { planOf, SITE } from '../../engine/harness/plans.ts';
import { freePort } from '../../harness/product.ts';
import type { Output } from './outputs.ts';
import type { Subject } from './subject.ts';

/** Source, transforms and destinations of a pipeline, in their order. */
export type Chain = (port: number, pipeline: number) => PlanNode[];

/** Pipelines with a node in common share it: here each has its own. */
const ownNode = (node: PlanNode, pipeline: number): PlanNode => {
  const id = `${node.id} of ${pipeline}`;
  return { ...node, id, componentId: id };
};

/**
 * The engine of the product in its own process, with as many pipelines of a kind as asked for; the last nodes of
 * each, as many as it has `destinations`, stand side by side.
 */
export async function startPenstock(
  name: string,
  folder: string,
  {
    chain,
    pipelines = 1,
    destinations = 1,
    output,
  }: { chain: Chain; pipelines?: number; destinations?: number; output: Output },
): Promise<Subject> {
  const dataFolder = join(folder, `data ${name}`);
  mkdirSync(dataFolder, { recursive: true });
  const engine = createEmbeddedEngine({
    dataFolder,
    siteId: SITE,
    log: (line) => console.log(`${name}: ${line}`),
  });
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
  if (engine.pid === undefined) throw new Error(`${name} does not run`);
  return { name, pid: engine.pid, ports, output, stop: () => engine.stop() };
}
