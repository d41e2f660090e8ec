import { getPendingVersion } from '../../../machines/pipeline-lifecycle/index.ts';
import type { GraphNode } from '../../contract/entities/node.ts';
import type { Edges, Graph, GraphInput } from '../../contract/entities/pipeline.ts';
import type { NodeType } from '../../contract/enums.ts';
import { isId } from '../../contract/ids.ts';
import { describeArchiveRecord } from '../archives/plan.ts';
import { mayReadNodes } from '../auth/readable.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { GraphVersionRow, NodeRow, PipelineRow, TransformRow } from '../store/schema.ts';
import { parseConfig } from '../store/sealing.ts';
import { checkGraph, type KnownNode, nodeIdsOf } from './graph-rules.ts';
import { refuseUnfinished } from './transforms.ts';
import { countSaveChanges, type StoredGraph } from './version-changes.ts';

const readNodeType = (row: NodeRow): NodeType => (row.node_type === 'SOURCE' ? 'SOURCE' : 'SINK');

type Members = { connections: NodeRow[]; transforms: TransformRow[] };

async function readMembers(tx: Repositories, ids: string[]): Promise<Members> {
  const connections = await tx.nodes.findMany(ids.filter((id) => isId(id, 'node')));
  const transforms = await tx.transforms.findMany(ids.filter((id) => isId(id, 'transform')));
  return { connections, transforms };
}

function findFault(row: NodeRow, pipeline: PipelineRow): string | undefined {
  if (row.status === 'DELETED') return `'${row.name}' was deleted; choose another one`;
  if (row.site_id !== pipeline.site_id) return `'${row.name}' belongs to another site`;
  if (row.usage_type === 'ARCHIVAL')
    return `'${row.name}' holds archives of sources; choose another destination`;
  return undefined;
}

function toKnownNodes(pipeline: PipelineRow, { connections, transforms }: Members): Map<string, KnownNode> {
  const known = new Map<string, KnownNode>();
  for (const row of connections) {
    known.set(row.id, {
      id: row.id,
      nodeType: readNodeType(row),
      name: row.name,
      templateId: row.template_id,
      config: {},
      fault: findFault(row, pipeline),
    });
  }
  for (const row of transforms) {
    const foreign = row.pipeline_id !== pipeline.id;
    const fault = foreign ? `The transform '${row.name}' belongs to another pipeline` : undefined;
    known.set(row.id, {
      id: row.id,
      nodeType: 'TRANSFORM',
      name: row.name,
      templateId: row.template_id,
      config: parseConfig(row),
      fault,
    });
  }
  return known;
}

async function readStoredGraph(
  tx: Repositories,
  pipelineId: string,
  version: number,
): Promise<StoredGraph | undefined> {
  const row = version > 0 ? await tx.versions.find(pipelineId, version) : undefined;
  if (!row) return undefined;
  const nodes = await tx.versions.nodesOf(pipelineId, version);
  const members = await readMembers(
    tx,
    nodes.map((node) => node.node_id),
  );
  return { edges: JSON.parse(row.edges), metaInfo: JSON.parse(row.meta_info), ...members };
}

/**
 * Current nodes with masked secrets, without settings the caller may not read.
 * @param withInternal includes the source's archive
 */
export async function readGraphEntity(
  services: Services,
  tx: Repositories,
  row: GraphVersionRow,
  withInternal = false,
): Promise<Graph> {
  const nodes = await tx.versions.nodesOf(row.pipeline_id, row.version);
  const { connections, transforms } = await readMembers(
    tx,
    nodes.map((node) => node.node_id),
  );
  const findTemplateName = (nodeType: NodeType, templateId: string) =>
    services.catalogue.findTemplate(nodeType, templateId)?.name ?? templateId;
  const siteId = (await tx.pipelines.find(row.pipeline_id))?.site_id ?? '';
  const isReadable = (nodeType: NodeType) => mayReadNodes(services.caller, nodeType, siteId);
  const toNodeEntity = (row: NodeRow | TransformRow, nodeType: NodeType, componentId: string): GraphNode => ({
    id: row.id,
    componentId,
    nodeType,
    name: row.name,
    description: isReadable(nodeType) ? row.description : '',
    templateId: row.template_id,
    templateName: findTemplateName(nodeType, row.template_id),
    config: isReadable(nodeType) ? services.sealer.mask(parseConfig(row)) : {},
  });
  const entities = [
    ...connections.map((one) => toNodeEntity(one, readNodeType(one), one.id)),
    ...transforms.map((one) => toNodeEntity(one, 'TRANSFORM', one.lineage_id)),
  ];
  const edges: Edges = JSON.parse(row.edges);
  const archived = withInternal ? connections.find((one) => one.archive_id !== '') : undefined;
  const archiveSink = archived && (await tx.nodes.find(archived.archive_sink_id));
  if (archived && archiveSink) {
    const record = describeArchiveRecord(archived);
    const internal = { origin: 'ARCHIVAL', userVisible: false } as const;
    entities.push(
      {
        id: record.id,
        componentId: record.id,
        nodeType: 'TRANSFORM',
        name: record.name,
        description: record.description,
        templateId: record.templateId,
        templateName: record.name,
        config: {},
        ...internal,
      },
      { ...toNodeEntity(archiveSink, 'SINK', archiveSink.id), ...internal },
    );
    edges[archived.id] = { nodeIds: [...(edges[archived.id]?.nodeIds ?? []), record.id] };
    edges[record.id] = { nodeIds: [archiveSink.id] };
  }
  return {
    pipelineId: row.pipeline_id,
    version: row.version,
    nodes: Object.fromEntries(entities.map((one) => [one.id, one])),
    edges,
    metaInfo: JSON.parse(row.meta_info),
  };
}

/**
 * Stores a valid graph as the next version.
 * @throws ContractError GRAPH_INVALID or NAME_TAKEN, naming the node
 */
export async function saveGraph(
  services: Services,
  tx: Repositories,
  pipeline: PipelineRow,
  input: GraphInput,
  by: { name: string; now: number },
): Promise<GraphVersionRow> {
  const { edges, metaInfo = {} } = input;
  const ids = nodeIdsOf({ edges, metaInfo });
  const members = await readMembers(tx, ids);
  const known = toKnownNodes(pipeline, members);
  checkGraph({ edges, metaInfo }, known);
  const before = await readStoredGraph(tx, pipeline.id, pipeline.latest_graph_version);
  const wasEnabled = (id: string) =>
    before?.transforms.some((row) => row.id === id) && !before.metaInfo[id]?.disabled;
  const enabled = members.transforms.filter(({ id }) => !metaInfo[id]?.disabled && !wasEnabled(id));
  await refuseUnfinished(services, tx, pipeline.site_id, enabled);
  const version = pipeline.latest_graph_version + 1;
  const row: GraphVersionRow = {
    pipeline_id: pipeline.id,
    version,
    name: input.versionInfo.name ?? '',
    edges: JSON.stringify(edges),
    meta_info: JSON.stringify(metaInfo),
    changes: JSON.stringify(countSaveChanges(before, { edges, metaInfo, ...members })),
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
    // During an action this is the version being deployed.
    pending_graph_version: inAction
      ? pipeline.pending_graph_version
      : getPendingVersion(pipeline.deployed_graph_version, version),
    updated_at: by.now,
  });
  return row;
}
