import { savingOf } from '../../contract/entities/analytics.ts';
import type { DataVolumeMetric } from '../../contract/enums.ts';
import type { Repositories } from '../store/index.ts';
import type { CounterColumns, PipelineRow } from '../store/schema.ts';
import { emptyFigures } from './figures.ts';
import { componentVolume, undeliveredOf } from './volume.ts';

/** A version as far as it says which way events go; ids are those that figures are kept under. */
export type Ways = {
  sourceId: string;
  sinkIds: readonly string[];
  /** Where what leaves a node goes. */
  next: ReadonlyMap<string, readonly string[]>;
  /** Nodes with named outputs: each event leaves them one way, not all ways. */
  parting: ReadonlySet<string>;
};

type Passed = { input: number; output: number };

/** Nodes in the order events pass them. */
function inOrder({ sourceId, next }: Ways): string[] {
  const order: string[] = [];
  const seen = new Set<string>();
  const visit = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    for (const to of next.get(id) ?? []) visit(to);
    order.push(id);
  };
  visit(sourceId);
  return order.reverse();
}

/**
 * What of the source's input was meant for each node: all of it, except past a node with named outputs, where it
 * is divided as what left that node was. What several ways brought counts once.
 */
export function meantFor(ways: Ways, at: (id: string) => Passed): Map<string, number> {
  const { sourceId, next, parting } = ways;
  const order = inOrder(ways);
  const whole = at(sourceId).input;
  const meant = new Map(order.map((id) => [id, id === sourceId ? whole : 0]));
  const parentsOf = (id: string) => order.filter((one) => next.get(one)?.includes(id));
  /** Figures are kept per node: what a named output brought is what the next one received beside the others. */
  const received = (id: string, from: string): number => {
    const parents = parentsOf(id);
    const sum = (ids: string[]) => ids.reduce((total, one) => total + at(one).output, 0);
    const rest = Math.max(0, at(id).input - sum(parents.filter((one) => !parting.has(one))));
    const alike = sum(parents.filter((one) => parting.has(one)));
    return alike > 0 ? rest * (at(from).output / alike) : 0;
  };
  for (const id of order) {
    const own = meant.get(id) ?? 0;
    for (const to of next.get(id) ?? []) {
      const left = at(id).output;
      const part = !parting.has(id) ? 1 : left > 0 ? Math.min(1, received(to, id) / left) : 0;
      meant.set(to, Math.min(whole, (meant.get(to) ?? 0) + own * part));
    }
  }
  return meant;
}

/** Ways of the version that runs, else of the newest. */
export async function waysOf(tx: Repositories, pipeline: PipelineRow): Promise<Ways | undefined> {
  const version = pipeline.deployed_graph_version || pipeline.latest_graph_version;
  const [row, nodes] = await Promise.all([
    tx.versions.find(pipeline.id, version),
    tx.versions.nodesOf(pipeline.id, version),
  ]);
  if (!row) return undefined;
  const idsOf = (type: string) => nodes.filter((node) => node.node_type === type).map((node) => node.node_id);
  const transforms = await tx.transforms.findMany(idsOf('TRANSFORM'));
  const lineage = new Map(transforms.map((one) => [one.id, one.lineage_id]));
  const idOf = (id: string) => lineage.get(id) ?? id;
  const edges = JSON.parse(row.edges) as Record<string, { nodeIds: string[] }>;
  const meta = JSON.parse(row.meta_info) as Record<string, { outputs?: object }>;
  return {
    sourceId: idsOf('SOURCE')[0] ?? '',
    sinkIds: idsOf('SINK'),
    next: new Map(Object.entries(edges).map(([from, { nodeIds }]) => [idOf(from), nodeIds.map(idOf)])),
    parting: new Set(Object.keys(meta).flatMap((id) => (meta[id]?.outputs ? [idOf(id)] : []))),
  };
}

/**
 * Share saved for each destination, in percent: what it wrote and has yet to write against what was meant for it (R7-07). Null
 * where nothing was meant for it, or nothing was delivered of what reached it.
 */
export function savedPerSink(
  ways: Ways,
  figures: ReadonlyMap<string, CounterColumns>,
  metric: DataVolumeMetric,
): Map<string, number | null> {
  const at = (id: string) => componentVolume(figures.get(id) ?? emptyFigures(), metric);
  const meant = meantFor(ways, at);
  return new Map(
    ways.sinkIds.map((id) => {
      const undelivered = undeliveredOf(figures.get(id) ?? emptyFigures(), metric);
      const saving = savingOf({ input: meant.get(id) ?? 0, output: at(id).output, undelivered });
      return [id, saving?.percent ?? null];
    }),
  );
}
