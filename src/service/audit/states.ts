import type { Edges } from '../../contract/entities/pipeline.ts';
import type { NodeType } from '../../contract/enums.ts';
import { configOf } from '../domain/rows.ts';
import { secretPlaces } from '../exchange/secrets.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { NodeRow, SampleRow, TransformRow } from '../store/schema.ts';
import { type AuditState, secretMark } from './state.ts';

type Tools = Pick<Services, 'catalogue' | 'sealer'>;

/** The configuration with a mark in the place of each secret. */
function safeConfig(
  { catalogue, sealer }: Tools,
  nodeType: NodeType,
  templateId: string,
  row: NodeRow | TransformRow,
) {
  const places = secretPlaces(catalogue, nodeType, templateId);
  const marked = places.change(sealer.open(configOf(row)), (value) =>
    secretMark(sealer, JSON.stringify(value) ?? ''),
  );
  // Whatever else was sealed stays closed.
  return { ...sealer.mask(configOf(row)), ...marked };
}

const connectionState = (tools: Tools, row: NodeRow): AuditState => {
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
      config: safeConfig(tools, nodeType, row.template_id, row),
    },
  };
};

const transformFields = (tools: Tools, row: TransformRow) => ({
  name: row.name,
  description: row.description,
  type: row.template_id,
  config: safeConfig(tools, 'TRANSFORM', row.template_id, row),
});

export async function pipelineState(tx: Repositories, id: string): Promise<AuditState | undefined> {
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

/** The newest version, its nodes by their names. */
export async function graphState(
  tools: Tools,
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
  const nameOf = new Map([...connections, ...transforms].map((row) => [row.id, row.name]));
  const named = (id: string) => nameOf.get(id) ?? id;
  const edges: Edges = JSON.parse(version.edges);
  const lines = Object.entries(edges).flatMap(([from, { nodeIds }]) =>
    nodeIds.map((to) => `${named(from)} → ${named(to)}`),
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
      transforms: Object.fromEntries(transforms.map((row) => [row.name, transformFields(tools, row)])),
    },
  };
}

export async function connectionStateOf(
  tools: Tools,
  tx: Repositories,
  id: string,
): Promise<AuditState | undefined> {
  const row = await tx.nodes.find(id);
  return row && connectionState(tools, row);
}

export async function transformState(
  tools: Tools,
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
      fields: { ...transformFields(tools, row), pipeline: pipeline?.name ?? '' },
    }
  );
}

/** A file without its content: of that its size and its digest, which of a secret is that of its sealed form. */
export async function fileState(tx: Repositories, id: string): Promise<AuditState | undefined> {
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

/** Without its events: they may hold anything. */
const sampleFields = (row: SampleRow) => ({
  name: row.name,
  description: row.description,
  events: row.event_count,
  pinned: row.pinned === 1,
  hasExpected: row.expected !== '',
  revision: row.revision,
});

export async function sampleState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.samples.find(id);
  return row && { entity: 'sample', name: row.name, siteId: row.site_id, fields: sampleFields(row) };
}
