import { computePercentOptimized } from '../../contract/entities/analytics.ts';
import type { DataVolumeMetric, NodeType } from '../../contract/enums.ts';
import { type Edges, sortByFlow, successorsOf } from '../../graph/walk.ts';
import type { Repositories } from '../store/index.ts';
import type { CounterColumns, PipelineRow } from '../store/schema.ts';
import { createFigures } from './figures.ts';
import { computeComponentVolume } from './volume.ts';

/** Event paths of one version, by the ids figures are stored under. */
export type Ways = {
  sourceId: string;
  sinkIds: readonly string[];
  edges: Edges;
  /** Nodes with named outputs: events leave them one way only. */
  parting: ReadonlySet<string>;
};

type Passed = { input: number; output: number };

/**
 * The source's input meant for each node: all of it, but divided at named outputs like their node's output.
 * What arrives on several paths counts once.
 */
function computeMeantInput(ways: Ways, at: (id: string) => Passed): Map<string, number> {
  const { sourceId, parting } = ways;
  const order = sortByFlow(ways, [sourceId]);
  const whole = at(sourceId).input;
  const meant = new Map(order.map((id) => [id, id === sourceId ? whole : 0]));
  const findParents = (id: string) => order.filter((one) => successorsOf(ways, one).includes(id));
  /** Figures are per node: a named output's share is what the next node received besides its other inputs. */
  const countReceived = (id: string, from: string): number => {
    const parents = findParents(id);
    const sum = (ids: string[]) => ids.reduce((total, one) => total + at(one).output, 0);
    const rest = Math.max(0, at(id).input - sum(parents.filter((one) => !parting.has(one))));
    const alike = sum(parents.filter((one) => parting.has(one)));
    return alike > 0 ? rest * (at(from).output / alike) : 0;
  };
  for (const id of order) {
    const own = meant.get(id) ?? 0;
    for (const to of successorsOf(ways, id)) {
      const left = at(id).output;
      const part = !parting.has(id) ? 1 : left > 0 ? Math.min(1, countReceived(to, id) / left) : 0;
      meant.set(to, Math.min(whole, (meant.get(to) ?? 0) + own * part));
    }
  }
  return meant;
}

export async function readWays(tx: Repositories, pipeline: PipelineRow): Promise<Ways | undefined> {
  const version = pipeline.deployed_graph_version || pipeline.latest_graph_version;
  const [row, nodes] = await Promise.all([
    tx.versions.find(pipeline.id, version),
    tx.versions.nodesOf(pipeline.id, version),
  ]);
  if (!row) return undefined;
  const listIds = (type: string) =>
    nodes.filter((node) => node.node_type === type).map((node) => node.node_id);
  const transforms = await tx.transforms.findMany(listIds('TRANSFORM'));
  const lineage = new Map(transforms.map((one) => [one.id, one.lineage_id]));
  const findLineage = (id: string) => lineage.get(id) ?? id;
  const edges = JSON.parse(row.edges) as Record<string, { nodeIds: string[] }>;
  const meta = JSON.parse(row.meta_info) as Record<string, { outputs?: object }>;
  return {
    sourceId: listIds('SOURCE')[0] ?? '',
    sinkIds: listIds('SINK'),
    edges: Object.fromEntries(
      Object.entries(edges).map(([from, { nodeIds }]) => [
        findLineage(from),
        { nodeIds: nodeIds.map(findLineage) },
      ]),
    ),
    parting: new Set(Object.keys(meta).flatMap((id) => (meta[id]?.outputs ? [findLineage(id)] : []))),
  };
}

const nodeTypeOf = ({ sourceId, sinkIds }: Ways, id: string): NodeType =>
  id === sourceId ? 'SOURCE' : sinkIds.includes(id) ? 'SINK' : 'TRANSFORM';

/** Percent saved per destination: its input against the input meant for it. Null when unknown. */
export function computeSavedPerSink(
  ways: Ways,
  figures: ReadonlyMap<string, CounterColumns>,
  metric: DataVolumeMetric,
): Map<string, number | null> {
  const at = (id: string) =>
    computeComponentVolume(
      { nodeType: nodeTypeOf(ways, id), figures: figures.get(id) ?? createFigures() },
      metric,
    );
  const meant = computeMeantInput(ways, at);
  return new Map(
    ways.sinkIds.map((id) => [id, computePercentOptimized({ ...at(id), input: meant.get(id) ?? 0 })]),
  );
}
