import type { MetaInfo } from '../../contract/entities/pipeline.ts';
import type { NodeType, PipelineStatus } from '../../contract/enums.ts';
import { EngineError, type PipelinePlan, type PlanMode, type PlanNode } from '../../engine/port.ts';
import { type FileTools, findFileFaults, planFiles } from '../files/named.ts';
import type { Repositories } from '../store/index.ts';
import type { AssetRow, NodeRow, PipelineRow } from '../store/schema.ts';
import type { Sealer } from '../store/sealing.ts';

const makeGraphError = (message: string, resolution: string, nodeId?: string): EngineError =>
  new EngineError({ errorName: 'INVALID_GRAPH', message, causes: [], resolutions: [resolution], nodeId });

export function toPlanMode(status: PipelineStatus): PlanMode | undefined {
  switch (status) {
    case 'DEPLOYED':
    case 'ROLLED_BACK':
      return 'run';
    case 'PAUSED':
      return 'pause';
    case 'BYPASSED':
      return 'bypass';
    default:
      return undefined;
  }
}

export type PlanRequest = {
  pipeline: PipelineRow;
  version: number;
  mode: PlanMode;
  /** Replace stored rows, to try a change before it is stored. */
  overrides?: readonly NodeRow[] | undefined;
  assets?: readonly AssetRow[] | undefined;
  /** Replaces a source or destination, even a deleted one. */
  replace?: ((row: NodeRow) => PlanNode | undefined) | undefined;
};

/**
 * Transforms are from the version, connections current; secrets in clear.
 * @throws EngineError when the version can no longer run
 */
export async function buildPlan(
  tx: Repositories,
  tools: { sealer: Sealer; files: FileTools },
  request: PlanRequest,
): Promise<PipelinePlan> {
  const { sealer, files } = tools;
  const { pipeline, version, mode, overrides = [], assets, replace } = request;
  const graph = await tx.versions.find(pipeline.id, version);
  if (!graph)
    throw makeGraphError(`Version ${version} of '${pipeline.name}' does not exist`, 'Deploy another version');
  const members = await tx.versions.nodesOf(pipeline.id, version);
  const ids = members.map((member) => member.node_id);
  const [connections, transforms] = await Promise.all([tx.nodes.findMany(ids), tx.transforms.findMany(ids)]);
  const open = (row: { config: string }) => sealer.open(JSON.parse(row.config));
  const nodes: PlanNode[] = [];
  for (const stored of connections) {
    const row = overrides.find((one) => one.id === stored.id) ?? stored;
    const other = replace?.(row);
    if (other) {
      nodes.push(other);
      continue;
    }
    if (row.status === 'DELETED') {
      throw makeGraphError(`'${row.name}' was deleted`, 'Edit the pipeline and choose another one', row.id);
    }
    const nodeType: NodeType = row.node_type === 'SOURCE' ? 'SOURCE' : 'SINK';
    nodes.push({
      id: row.id,
      componentId: row.id,
      nodeType,
      name: row.name,
      templateId: row.template_id,
      config: open(row),
    });
  }
  const metaInfo: MetaInfo = JSON.parse(graph.meta_info);
  for (const row of transforms) {
    const isDisabled = metaInfo[row.id]?.disabled === true;
    // Events bypass a disabled node, which may be unfinished.
    const configured = { templateId: row.template_id, config: isDisabled ? {} : open(row) };
    const [fault] = await findFileFaults(files.catalogue, tx, configured, pipeline.site_id);
    if (fault)
      throw makeGraphError(fault.message, 'Upload the file, or choose another one in the pipeline', row.id);
    nodes.push({
      id: row.id,
      componentId: row.lineage_id,
      nodeType: 'TRANSFORM',
      name: row.name,
      ...configured,
      files: await planFiles(files, tx, configured, assets),
    });
  }
  return {
    pipelineId: pipeline.id,
    siteId: pipeline.site_id,
    name: pipeline.name,
    graphVersion: version,
    mode,
    nodes,
    edges: JSON.parse(graph.edges),
    metaInfo,
  };
}
