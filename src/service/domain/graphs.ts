import { pendingVersionOf } from '../../../machines/pipeline-lifecycle/index.ts';
import type { GraphNode } from '../../contract/entities/node.ts';
import type { Graph, GraphInput } from '../../contract/entities/pipeline.ts';
import type { NodeType } from '../../contract/enums.ts';
import { isId } from '../../contract/ids.ts';
import { outputNamesOf } from '../../contract/route-outputs.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { GraphVersionRow, NodeRow, PipelineRow, TransformRow } from '../store/schema.ts';
import { checkGraph, type KnownNode, nodeIdsOf } from './graph-rules.ts';
import { configOf } from './rows.ts';
import { changesOfSave, type StoredGraph } from './version-changes.ts';

const typeOf = (row: NodeRow): NodeType => (row.node_type === 'SOURCE' ? 'SOURCE' : 'SINK');

type Members = { connections: NodeRow[]; transforms: TransformRow[] };

async function membersOf(tx: Repositories, ids: string[]): Promise<Members> {
  const connections = await tx.nodes.findMany(ids.filter((id) => isId(id, 'node')));
  const transforms = await tx.transforms.findMany(ids.filter((id) => isId(id, 'transform')));
  return { connections, transforms };
}

function faultOf(row: NodeRow, pipeline: PipelineRow): string | undefined {
  if (row.status === 'DELETED') return `'${row.name}' was deleted; choose another one`;
  if (row.site_id !== pipeline.site_id) return `'${row.name}' belongs to another site`;
  if (row.usage_type === 'ARCHIVAL')
    return `'${row.name}' holds archives of sources; choose another destination`;
  return undefined;
}

function knownNodes(pipeline: PipelineRow, { connections, transforms }: Members): Map<string, KnownNode> {
  const known = new Map<string, KnownNode>();
  for (const row of connections) {
    known.set(row.id, {
      id: row.id,
      nodeType: typeOf(row),
      name: row.name,
      fault: faultOf(row, pipeline),
    });
  }
  for (const row of transforms) {
    const foreign = row.pipeline_id !== pipeline.id;
    const fault = foreign ? `The transform '${row.name}' belongs to another pipeline` : undefined;
    const outputs = outputNamesOf(row.template_id, configOf(row));
    known.set(row.id, { id: row.id, nodeType: 'TRANSFORM', name: row.name, fault, outputs });
  }
  return known;
}

async function storedGraph(
  tx: Repositories,
  pipelineId: string,
  version: number,
): Promise<StoredGraph | undefined> {
  const row = version > 0 ? await tx.versions.find(pipelineId, version) : undefined;
  if (!row) return undefined;
  const nodes = await tx.versions.nodesOf(pipelineId, version);
  const members = await membersOf(
    tx,
    nodes.map((node) => node.node_id),
  );
  return { edges: JSON.parse(row.edges), metaInfo: JSON.parse(row.meta_info), ...members };
}

/** The version with its nodes as they are now; secrets masked. */
export async function graphEntity(
  services: Services,
  tx: Repositories,
  row: GraphVersionRow,
): Promise<Graph> {
  const nodes = await tx.versions.nodesOf(row.pipeline_id, row.version);
  const { connections, transforms } = await membersOf(
    tx,
    nodes.map((node) => node.node_id),
  );
  const nameOf = (nodeType: NodeType, templateId: string) =>
    services.catalogue.templateOf(nodeType, templateId)?.name ?? templateId;
  const entity = (row: NodeRow | TransformRow, nodeType: NodeType, componentId: string): GraphNode => ({
    id: row.id,
    componentId,
    nodeType,
    name: row.name,
    description: row.description,
    templateId: row.template_id,
    templateName: nameOf(nodeType, row.template_id),
    config: services.sealer.mask(configOf(row)),
  });
  const entities = [
    ...connections.map((one) => entity(one, typeOf(one), one.id)),
    ...transforms.map((one) => entity(one, 'TRANSFORM', one.lineage_id)),
  ];
  return {
    pipelineId: row.pipeline_id,
    version: row.version,
    nodes: Object.fromEntries(entities.map((one) => [one.id, one])),
    edges: JSON.parse(row.edges),
    metaInfo: JSON.parse(row.meta_info),
  };
}

/**
 * Checks a graph and stores it as the next version; versions never change.
 * @throws ContractError GRAPH_INVALID or NAME_TAKEN, naming the node.
 */
export async function saveGraph(
  tx: Repositories,
  pipeline: PipelineRow,
  input: GraphInput,
  by: { name: string; now: number },
): Promise<GraphVersionRow> {
  const { edges, metaInfo = {} } = input;
  const ids = nodeIdsOf({ edges, metaInfo });
  const members = await membersOf(tx, ids);
  const known = knownNodes(pipeline, members);
  checkGraph({ edges, metaInfo }, known);
  const before = await storedGraph(tx, pipeline.id, pipeline.latest_graph_version);
  const version = pipeline.latest_graph_version + 1;
  const row: GraphVersionRow = {
    pipeline_id: pipeline.id,
    version,
    name: input.versionInfo.name ?? '',
    edges: JSON.stringify(edges),
    meta_info: JSON.stringify(metaInfo),
    changes: JSON.stringify(changesOfSave(before, { edges, metaInfo, ...members })),
    created_at: by.now,
    created_by: by.name,
    deployed_at: 0,
  };
  await tx.versions.insert(
    row,
    ids.map((id) => ({
      pipeline_id: pipeline.id,
      version,
      node_id: id,
      node_type: known.get(id)?.nodeType ?? 'TRANSFORM',
    })),
  );
  const inAction = pipeline.pending_action !== 'NOP';
  await tx.pipelines.update(pipeline.id, {
    latest_graph_version: version,
    // While an action is under way this is the version being deployed.
    pending_graph_version: inAction
      ? pipeline.pending_graph_version
      : pendingVersionOf(pipeline.deployed_graph_version, version),
    updated_at: by.now,
  });
  return row;
}
