import type { Edges, MetaInfo } from '../../contract/entities/pipeline.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import { splitIntoChunks } from '../store/query.ts';
import type { GraphVersionRow, NodeRow, PipelineRow, TransformRow } from '../store/schema.ts';
import { openConfig } from '../store/sealing.ts';
import { normalizeConfig } from './canonical.ts';
import type { ConnectionDefinition, Definition, NodeDefinition, PipelineDefinition, Ref } from './model.ts';

export type StoredPipeline = {
  row: PipelineRow;
  version: GraphVersionRow | undefined;
  transforms: TransformRow[];
  connections: NodeRow[];
  archives: NodeRow[];
};

async function readInParts<T>(ids: string[], find: (part: string[]) => Promise<T[]>): Promise<T[]> {
  const found: T[] = [];
  for (const part of splitIntoChunks(ids)) found.push(...(await find(part)));
  return found;
}

export async function readStoredPipelines(tx: Repositories, rows: PipelineRow[]): Promise<StoredPipeline[]> {
  const ids = rows.map((row) => row.id);
  const members = await readInParts(ids, (part) => tx.versions.newestNodesOf(part));
  const versions = await readInParts(ids, (part) => tx.versions.newestOf(part));
  const listIds = (isTransform: boolean) => [
    ...new Set(
      members.filter((one) => (one.node_type === 'TRANSFORM') === isTransform).map((one) => one.node_id),
    ),
  ];
  const transforms = new Map(
    (await readInParts(listIds(true), (part) => tx.transforms.findMany(part))).map((row) => [row.id, row]),
  );
  const connections = new Map(
    (await readInParts(listIds(false), (part) => tx.nodes.findMany(part))).map((row) => [row.id, row]),
  );
  const archiveIds = [...connections.values()].flatMap((row) => row.archive_sink_id || []);
  const archives = new Map(
    (await readInParts([...new Set(archiveIds)], (part) => tx.nodes.findMany(part))).map((row) => [
      row.id,
      row,
    ]),
  );
  const membersOf = Map.groupBy(members, (one) => one.pipeline_id);
  const versionOf = new Map(versions.map((one) => [one.pipeline_id, one]));
  return rows.map((row) => {
    const own = membersOf.get(row.id) ?? [];
    return {
      row,
      version: versionOf.get(row.id),
      transforms: own.flatMap((one) => transforms.get(one.node_id) ?? []),
      connections: own.flatMap((one) => connections.get(one.node_id) ?? []),
      archives: own.flatMap((one) => archives.get(connections.get(one.node_id)?.archive_sink_id ?? '') ?? []),
    };
  });
}

export type NameOf = (id: string) => string;

export const indexNames = (rows: Iterable<NodeRow>): NameOf => {
  const names = new Map([...rows].map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? '';
};

export function toConnectionDefinition(
  services: Services,
  row: NodeRow,
  nameOf: NameOf,
): ConnectionDefinition {
  const kind = row.node_type === 'SOURCE' ? 'SOURCE' : 'SINK';
  return {
    kind,
    name: row.name,
    type: row.template_id,
    description: row.description,
    status: row.status === 'INACTIVE' ? 'INACTIVE' : 'ACTIVE',
    archive: nameOf(row.archive_sink_id),
    config: normalizeConfig(services.catalogue, kind, row.template_id, openConfig(services, row)),
  };
}

export function toPipelineDefinition(services: Services, stored: StoredPipeline): PipelineDefinition {
  const { row, version, transforms, connections } = stored;
  const { name, description } = row;
  if (!version) return { name, description, nodes: [] };
  const edges: Edges = JSON.parse(version.edges);
  const metaInfo: MetaInfo = JSON.parse(version.meta_info);
  const refs = new Map<string, Ref>();
  for (const one of transforms) refs.set(one.id, { nodeType: 'TRANSFORM', name: one.name });
  for (const one of connections) {
    if (one.node_type === 'SINK') refs.set(one.id, { nodeType: 'SINK', name: one.name });
  }
  const listRefs = (ids: string[]) => ids.flatMap((id) => refs.get(id) ?? []);
  const toNode = (id: string, base: Pick<NodeDefinition, 'nodeType' | 'name' | 'own'>): NodeDefinition => {
    const { notes = '', disabled = false, outputs = {} } = metaInfo[id] ?? {};
    const named = Object.entries(outputs).map(([output, ids]) => [output, listRefs(ids)] as const);
    return {
      ...base,
      notes,
      disabled,
      to: listRefs(edges[id]?.nodeIds ?? []),
      ...(named.length > 0 ? { outputs: Object.fromEntries(named) } : {}),
    };
  };
  const nodes = [
    ...connections.map((one) =>
      toNode(one.id, { nodeType: one.node_type === 'SOURCE' ? 'SOURCE' : 'SINK', name: one.name }),
    ),
    ...transforms.map((one) => {
      const config = normalizeConfig(
        services.catalogue,
        'TRANSFORM',
        one.template_id,
        openConfig(services, one),
      );
      const own = { type: one.template_id, description: one.description, config };
      return toNode(one.id, { nodeType: 'TRANSFORM', name: one.name, own });
    }),
  ];
  return { name, description, nodes };
}

/** With their connections and archives, and those given. */
export function toDefinition(
  services: Services,
  pipelines: StoredPipeline[],
  more: NodeRow[],
  nameOf?: NameOf,
): Definition {
  const used = [...pipelines.flatMap((one) => [...one.connections, ...one.archives]), ...more];
  const connections = [...new Map(used.map((row) => [row.id, row])).values()];
  return {
    connections: connections.map((row) =>
      toConnectionDefinition(services, row, nameOf ?? indexNames(connections)),
    ),
    pipelines: pipelines.map((one) => toPipelineDefinition(services, one)),
  };
}
