import {
  type ArchiveFolder,
  EngineError,
  type PipelinePlan,
  type PlanMode,
  type PlanNode,
  type ReplayConfig,
} from '../../engine/port.ts';
import type { FileTools } from '../files/named.ts';
import { buildPlan } from '../lifecycle/plan.ts';
import { unsealFolder } from '../log-search/archive-folders.ts';
import type { Repositories } from '../store/index.ts';
import type { HydrationRow, NodeRow } from '../store/schema.ts';
import type { Sealer } from '../store/sealing.ts';

/** Component ids of a job's source and of stand-ins for destinations not chosen. */
export const toReplayId = (jobId: string): string => `2${jobId.slice(1)}`;
const ELSEWHERE = 'elsewhere-';
export const isElsewhere = (componentId: string): boolean => componentId.startsWith(ELSEWHERE);

export type HydrationPlanTools = {
  sealer: Sealer;
  files: FileTools;
  objectFolder?: string | undefined;
  indexFolder?: string | undefined;
};

const refuse = (message: string, resolution: string): EngineError =>
  new EngineError({ errorName: 'HYDRATION_REFUSED', message, causes: [], resolutions: [resolution] });

export type ReplayedPart = Pick<
  HydrationRow,
  | 'folders'
  | 'start_time'
  | 'end_time'
  | 'query'
  | 'event_limit'
  | 'events_per_second'
  | 'chunk_minutes'
  | 'attempt'
>;

const toReplayConfig = (row: ReplayedPart, folders: readonly ArchiveFolder[]): ReplayConfig => ({
  folders,
  from: row.start_time * 1_000_000,
  to: row.end_time * 1_000_000,
  query: row.query,
  ...(row.event_limit > 0 && { eventLimit: row.event_limit }),
  ...(row.events_per_second > 0 && { eventsPerSecond: row.events_per_second }),
  ...(row.chunk_minutes > 0 && { chunkMinutes: row.chunk_minutes }),
  attempt: row.attempt,
});

/** @throws EngineError when the archive has moved */
async function unsealFolders(
  tx: Repositories,
  tools: HydrationPlanTools,
  row: ReplayedPart,
): Promise<ArchiveFolder[]> {
  const folders: ArchiveFolder[] = [];
  for (const folder of JSON.parse(row.folders) as ArchiveFolder[]) {
    const opened = await unsealFolder(tools, tx, folder);
    if (!opened)
      throw refuse(
        `The bucket of the archive, ${folder.root}, was changed or deleted in the settings of its destination`,
        'Create another hydration',
      );
    folders.push(opened);
  }
  return folders;
}

type Ends = { readonly source: PlanNode; readonly sink: PlanNode };

async function readEnds(tx: Repositories, tools: HydrationPlanTools, row: HydrationRow): Promise<Ends> {
  const { sealer, objectFolder, indexFolder } = tools;
  const [source, sink] = await Promise.all([tx.nodes.find(row.source_id), tx.nodes.find(row.sink_id)]);
  if (!sink || sink.status === 'DELETED')
    throw refuse(
      sink ? `The destination '${sink.name}' was deleted` : 'The destination does not exist any more',
      'Create another hydration to a destination that exists',
    );
  return {
    source: {
      id: toReplayId(row.id),
      componentId: toReplayId(row.id),
      nodeType: 'SOURCE',
      name: source?.name ?? row.name,
      templateId: 'archive_replay',
      config: {
        ...toReplayConfig(row, await unsealFolders(tx, tools, row)),
        ...(objectFolder !== undefined && { objectFolder }),
        ...(indexFolder !== undefined && { indexFolder }),
      },
    },
    sink: {
      id: sink.id,
      componentId: sink.id,
      nodeType: 'SINK',
      name: sink.name,
      templateId: sink.template_id,
      config: sealer.open(JSON.parse(sink.config)),
    },
  };
}

/** Discards events for a destination not chosen. */
const standIn = (row: NodeRow): PlanNode => ({
  id: row.id,
  componentId: `${ELSEWHERE}${row.id}`,
  nodeType: 'SINK',
  name: row.name,
  templateId: 'blackhole',
  config: {},
});

/** Redirects edges into `from` to one node, once. */
const redirect = (nodeIds: readonly string[], from: ReadonlySet<string>, to: string): string[] => [
  ...new Set(nodeIds.map((id) => (from.has(id) ? to : id))),
];

function leadAllTo(plan: PipelinePlan, sink: PlanNode): PipelinePlan {
  const sinks = new Set(plan.nodes.filter(({ nodeType }) => nodeType === 'SINK').map(({ id }) => id));
  const edges = Object.entries(plan.edges).map(([id, { nodeIds }]) => [
    id,
    { nodeIds: redirect(nodeIds, sinks, sink.id) },
  ]);
  const metaInfo = Object.entries(plan.metaInfo)
    .filter(([id]) => !sinks.has(id))
    .map(([id, meta]) => {
      if (!meta.outputs) return [id, meta];
      const outputs = Object.entries(meta.outputs).map(([name, ids]) => [
        name,
        redirect(ids, sinks, sink.id),
      ]);
      return [id, { ...meta, outputs: Object.fromEntries(outputs) }];
    });
  return {
    ...plan,
    nodes: [...plan.nodes.filter(({ nodeType }) => nodeType !== 'SINK'), sink],
    edges: Object.fromEntries(edges),
    metaInfo: Object.fromEntries(metaInfo),
  };
}

/** A destination disabled in its pipeline was still chosen. */
function enable(plan: PipelinePlan, nodeId: string): PipelinePlan {
  const { [nodeId]: meta, ...others } = plan.metaInfo;
  return meta?.disabled ? { ...plan, metaInfo: { ...others, [nodeId]: { ...meta, disabled: false } } } : plan;
}

/**
 * Plan of a job: archive, the pipeline's transforms in the stored version, chosen destination. A destination
 * of the pipeline gets its own events; another one gets those of any.
 * @throws EngineError when it can no longer run
 */
export async function buildHydrationPlan(
  tx: Repositories,
  tools: HydrationPlanTools,
  row: HydrationRow,
  mode: PlanMode,
): Promise<PipelinePlan> {
  const { source, sink } = await readEnds(tx, tools, row);
  const own = { pipelineId: row.id, siteId: row.site_id, name: row.name };
  if (row.pipeline_id === '')
    return {
      ...own,
      graphVersion: 1,
      mode,
      nodes: [source, sink],
      edges: { [source.id]: { nodeIds: [sink.id] } },
      metaInfo: {},
    };
  const pipeline = await tx.pipelines.find(row.pipeline_id);
  if (!pipeline)
    throw refuse('The pipeline does not exist any more', 'Create another hydration through one that exists');
  const replace = (one: NodeRow): PlanNode => {
    if (one.node_type === 'SOURCE') return { ...source, id: one.id };
    return one.id === sink.id ? sink : standIn(one);
  };
  const base = await buildPlan(tx, tools, { pipeline, version: row.graph_version, mode, replace });
  const isOfPipeline = base.nodes.some(({ id }) => id === sink.id);
  const plan = isOfPipeline ? enable(base, sink.id) : leadAllTo(base, sink);
  return { ...plan, ...own };
}
