import type { HydrationNode } from '../../contract/entities/hydration.ts';
import { toCount } from '../../contract/parameters.ts';
import { type Edges, sortByFlow } from '../../graph/walk.ts';
import type { Total } from '../analytics/recorder.ts';
import type { Repositories } from '../store/index.ts';
import type { HydrationRow } from '../store/schema.ts';
import { readCutOff } from './jobs.ts';
import { toReplayId } from './plan.ts';

async function listTransforms(tx: Repositories, row: HydrationRow) {
  if (row.pipeline_id === '') return [];
  const graph = await tx.versions.find(row.pipeline_id, row.graph_version);
  if (!graph) return [];
  const members = await tx.versions.nodesOf(row.pipeline_id, row.graph_version);
  const transforms = await tx.transforms.findMany(members.map(({ node_id }) => node_id));
  const byId = new Map(transforms.map((one) => [one.id, one]));
  const edges: Edges = JSON.parse(graph.edges);
  return sortByFlow({ edges }, Object.keys(edges)).flatMap((id) => byId.get(id) ?? []);
}

export async function readNodeFigures(
  tx: Repositories,
  row: HydrationRow,
  names: ReadonlyMap<string, string>,
  totals: Readonly<Record<string, Total>>,
): Promise<HydrationNode[]> {
  const cutOff = readCutOff(row, totals);
  const toNode = (id: string, name: string, nodeType: HydrationNode['nodeType']): HydrationNode => {
    const total = totals[id];
    return {
      id,
      name,
      nodeType,
      eventsIn: toCount(total?.events_in ?? 0),
      eventsOut: toCount(total?.events_out ?? 0),
      eventsDropped: toCount((total?.events_dropped ?? 0) - (cutOff.get(id) ?? 0)),
      eventsCutOff: toCount(cutOff.get(id) ?? 0),
      eventsDeadLetter: toCount(total?.events_dead_letter ?? 0),
      eventsWaiting: toCount(total?.events_waiting ?? 0),
    };
  };
  const transforms = await listTransforms(tx, row);
  return [
    toNode(toReplayId(row.id), names.get(row.source_id) ?? '', 'SOURCE'),
    ...transforms.map(({ lineage_id, name }) => toNode(lineage_id, name, 'TRANSFORM')),
    toNode(row.sink_id, names.get(row.sink_id) ?? '', 'SINK'),
  ];
}
