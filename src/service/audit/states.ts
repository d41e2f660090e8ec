import type { Edges } from '../../contract/entities/pipeline.ts';
import type { NodeType } from '../../contract/enums.ts';
import { findSecretPlaces } from '../exchange/secrets.ts';
import type { Repositories } from '../store/index.ts';
import type { NodeRow, SampleRow, TransformRow } from '../store/schema.ts';
import { parseConfig } from '../store/sealing.ts';
import { type AuditState, markSecret, type StateTools } from './state.ts';

function maskConfig(
  { catalogue, sealer }: StateTools,
  nodeType: NodeType,
  templateId: string,
  row: NodeRow | TransformRow,
) {
  const places = findSecretPlaces(catalogue, nodeType, templateId);
  const marked = places.change(sealer.open(parseConfig(row)), (value) =>
    markSecret(sealer, JSON.stringify(value) ?? ''),
  );
  // Other sealed fields stay masked.
  return { ...sealer.mask(parseConfig(row)), ...marked };
}

const toConnectionState = (tools: StateTools, row: NodeRow): AuditState => {
  const nodeType = row.node_type === 'SOURCE' ? 'SOURCE' : 'SINK';
  return {
    entity: nodeType === 'SOURCE' ? 'source' : 'destination',
    name: row.name,
    siteId: row.site_id,
    fields: {
      name: row.name,
      description: row.description,
      type: row.template_id,
      status: row.status,
      ...(row.archive_sink_id === '' ? {} : { archivedTo: row.archive_sink_id }),
      config: maskConfig(tools, nodeType, row.template_id, row),
    },
  };
};

const toTransformFields = (tools: StateTools, row: TransformRow) => ({
  name: row.name,
  description: row.description,
  type: row.template_id,
  config: maskConfig(tools, 'TRANSFORM', row.template_id, row),
});

export async function readPipelineState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.pipelines.find(id);
  if (!row) return undefined;
  const deployment = await tx.deployments.find(id);
  return {
    entity: 'pipeline',
    name: row.name,
    siteId: row.site_id,
    fields: {
      name: row.name,
      description: row.description,
      status: row.status,
      pendingAction: row.pending_action,
      deployedVersion: row.deployed_graph_version,
      latestVersion: row.latest_graph_version,
      ...(row.pending_action === 'DEPLOY' && deployment
        ? { askedVersion: deployment.graph_version, isForced: deployment.is_forced === 1 }
        : {}),
    },
  };
}

export async function readGraphState(
  tools: StateTools,
  tx: Repositories,
  pipelineId: string,
): Promise<AuditState | undefined> {
  const [version] = await tx.versions.newestOf([pipelineId]);
  const pipeline = await tx.pipelines.find(pipelineId);
  if (!version || !pipeline) return undefined;
  const members = await tx.versions.nodesOf(pipelineId, version.version);
  const ids = members.map((member) => member.node_id);
  const [connections, transforms] = [
    await tx.nodes.findMany(ids.filter((id) => id.startsWith('2'))),
    await tx.transforms.findMany(ids.filter((id) => id.startsWith('1'))),
  ];
  const namesById = new Map([...connections, ...transforms].map((row) => [row.id, row.name]));
  const findName = (id: string) => namesById.get(id) ?? id;
  const edges: Edges = JSON.parse(version.edges);
  const lines = Object.entries(edges).flatMap(([from, { nodeIds }]) =>
    nodeIds.map((to) => `${findName(from)} → ${findName(to)}`),
  );
  return {
    entity: 'graph',
    name: pipeline.name,
    siteId: pipeline.site_id,
    fields: {
      version: version.version,
      versionName: version.name,
      connections: lines.sort(),
      sources: connections.filter((row) => row.node_type === 'SOURCE').map((row) => row.name),
      destinations: connections.filter((row) => row.node_type === 'SINK').map((row) => row.name),
      transforms: Object.fromEntries(transforms.map((row) => [row.name, toTransformFields(tools, row)])),
    },
  };
}

export async function readConnectionState(
  tools: StateTools,
  tx: Repositories,
  id: string,
): Promise<AuditState | undefined> {
  const row = await tx.nodes.find(id);
  return row && toConnectionState(tools, row);
}

export async function readTransformState(
  tools: StateTools,
  tx: Repositories,
  id: string,
): Promise<AuditState | undefined> {
  const [row] = await tx.transforms.findMany([id]);
  const pipeline = row && (await tx.pipelines.find(row.pipeline_id));
  return (
    row && {
      entity: 'transform',
      name: row.name,
      siteId: pipeline?.site_id ?? '',
      fields: { ...toTransformFields(tools, row), pipeline: pipeline?.name ?? '' },
    }
  );
}

/** Without its content; a secret's digest is of its sealed form. */
export async function readFileState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.assets.find(id);
  if (!row) return undefined;
  const fields = {
    name: row.name,
    type: row.asset_type,
    sites: JSON.parse(row.site_ids),
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
  };
  return { entity: 'file', name: row.name, siteId: '', fields };
}

/** Without its events: they may contain anything. */
const toSampleFields = (row: SampleRow) => ({
  name: row.name,
  description: row.description,
  events: row.event_count,
  pinned: row.pinned === 1,
  hasExpected: row.expected !== '',
  revision: row.revision,
});

export async function readSampleState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.samples.find(id);
  return row && { entity: 'sample', name: row.name, siteId: row.site_id, fields: toSampleFields(row) };
}
