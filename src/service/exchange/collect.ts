import type { Edges, MetaInfo } from '../../contract/entities/pipeline.ts';
import { openConfig } from '../domain/checks.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import { chunks } from '../store/query.ts';
import type { GraphVersionRow, NodeRow, PipelineRow, TransformRow } from '../store/schema.ts';
import { canonicalConfig } from './canonical.ts';
import type { ConnectionDefinition, Definition, NodeDefinition, PipelineDefinition, Ref } from './model.ts';

/** A stored pipeline with what its newest version is made of. */
export type StoredPipeline = {
  row: PipelineRow;
  version: GraphVersionRow | undefined;
  transforms: TransformRow[];
  connections: NodeRow[];
  /** Destinations that its source is archived to. */
  archives: NodeRow[];
};

async function inParts<T>(ids: string[], find: (part: string[]) => Promise<T[]>): Promise<T[]> {
  const found: T[] = [];
  for (const part of chunks(ids)) found.push(...(await find(part)));
  return found;
}

/** The newest versions of pipelines with their nodes. */
export async function storedPipelines(tx: Repositories, rows: PipelineRow[]): Promise<StoredPipeline[]> {
  const ids = rows.map((row) => row.id);
  const members = await inParts(ids, (part) => tx.versions.newestNodesOf(part));
  const versions = await inParts(ids, (part) => tx.versions.newestOf(part));
  const idsOf = (isTransform: boolean) => [
    ...new Set(
      members.filter((one) => (one.node_type === 'TRANSFORM') === isTransform).map((one) => one.node_id),
    ),
  ];
  const transforms = new Map(
    (await inParts(idsOf(true), (part) => tx.transforms.findMany(part))).map((row) => [row.id, row]),
  );
  const connections = new Map(
    (await inParts(idsOf(false), (part) => tx.nodes.findMany(part))).map((row) => [row.id, row]),
  );
  const archiveIds = [...connections.values()].flatMap((row) => row.archive_sink_id || []);
  const archives = new Map(
    (await inParts([...new Set(archiveIds)], (part) => tx.nodes.findMany(part))).map((row) => [row.id, row]),
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

/** Name of a source or destination by its id; empty text where there is none. */
export type NameOf = (id: string) => string;

export const namesIn = (rows: Iterable<NodeRow>): NameOf => {
  const names = new Map([...rows].map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? '';
};

export function connectionDefinition(services: Services, row: NodeRow, nameOf: NameOf): ConnectionDefinition {
  const kind = row.node_type === 'SOURCE' ? 'SOURCE' : 'SINK';
  return {
    kind,
    name: row.name,
    type: row.template_id,
    description: row.description,
    status: row.status === 'INACTIVE' ? 'INACTIVE' : 'ACTIVE',
    archive: nameOf(row.archive_sink_id),
    config: canonicalConfig(services.catalogue, kind, row.template_id, openConfig(services, row)),
  };
}

export function pipelineDefinition(services: Services, stored: StoredPipeline): PipelineDefinition {
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
  const refsOf = (ids: string[]) => ids.flatMap((id) => refs.get(id) ?? []);
  const nodeOf = (id: string, base: Pick<NodeDefinition, 'nodeType' | 'name' | 'own'>): NodeDefinition => {
    const { notes = '', disabled = false, outputs = {} } = metaInfo[id] ?? {};
    const named = Object.entries(outputs).map(([output, ids]) => [output, refsOf(ids)] as const);
    return {
      ...base,
      notes,
      disabled,
      to: refsOf(edges[id]?.nodeIds ?? []),
      ...(named.length > 0 ? { outputs: Object.fromEntries(named) } : {}),
    };
  };
  const nodes = [
    ...connections.map((one) =>
      nodeOf(one.id, { nodeType: one.node_type === 'SOURCE' ? 'SOURCE' : 'SINK', name: one.name }),
    ),
    ...transforms.map((one) => {
      const config = canonicalConfig(
        services.catalogue,
        'TRANSFORM',
        one.template_id,
        openConfig(services, one),
      );
      const own = { type: one.template_id, description: one.description, config };
      return nodeOf(one.id, { nodeType: 'TRANSFORM', name: one.name, own });
    }),
  ];
  return { name, description, nodes };
}

/** Pipelines with the sources and destinations they use, the archives of those, and those given beside. */
export function definitionOf(
  services: Services,
  pipelines: StoredPipeline[],
  more: NodeRow[],
  nameOf?: NameOf,
): Definition {
  const used = [...pipelines.flatMap((one) => [...one.connections, ...one.archives]), ...more];
  const connections = [...new Map(used.map((row) => [row.id, row])).values()];
  return {
    connections: connections.map((row) =>
      connectionDefinition(services, row, nameOf ?? namesIn(connections)),
    ),
    pipelines: pipelines.map((one) => pipelineDefinition(services, one)),
  };
}
