import type { Edges, MetaInfo } from '../../contract/entities/pipeline.ts';
import { makeConnectionRow } from '../connections/connections.ts';
import { saveGraph } from '../pipelines/graphs.ts';
import { createPipeline } from '../pipelines/pipelines.ts';
import { createTransforms } from '../pipelines/transforms.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { AssetRow, NodeRow, PipelineRow } from '../store/schema.ts';
import { applyAlertRules } from './alert-rules.ts';
import { type ArchiveChanges, storeArchive } from './archives.ts';
import { matchRenamed } from './lineages.ts';
import { applyLookups } from './lookups.ts';
import { formatKey, type NodeDefinition, type Ref } from './model.ts';
import { type ImportPlan, isSameTransform, type PlannedConnection, type PlannedPipeline } from './plan.ts';

export type ImportBy = {
  siteId: string;
  name: string;
  now: number;
  /** Of the versions that are made; 'Imported' when left out. */
  versionName?: string;
  /** Of the one new pipeline of a definition; else a fresh one. */
  pipelineId?: string;
};

const VERSION_NAME = 'Imported';

/** Undefined where nothing changes. */
export function toChangedRow(
  services: Services,
  planned: PlannedConnection,
  now: number,
): NodeRow | undefined {
  const { stored, what, config, entry } = planned;
  if (!stored || entry.action !== 'update') return undefined;
  const secrets = services.catalogue.secretFields(what.type);
  return {
    ...stored,
    description: what.description,
    status: what.status,
    config: JSON.stringify(services.sealer.seal(config, secrets)),
    revision: stored.revision + 1,
    updated_at: now,
  };
}

async function applyConnection(
  services: Services,
  tx: Repositories,
  planned: PlannedConnection,
  by: ImportBy,
): Promise<NodeRow | undefined> {
  const { what, config, stored, entry } = planned;
  if (!stored) {
    const { kind, name, description, type: templateId, status } = what;
    const input = { name, description, siteId: by.siteId, templateId, config };
    const row = { ...makeConnectionRow(services, kind, input, by.now), status };
    await tx.nodes.insert(row);
    entry.id = row.id;
    return row;
  }
  const row = toChangedRow(services, planned, by.now);
  if (row) await tx.nodes.update(row);
  return row;
}

/** Transform ids by name; changed ones get new rows. */
async function applyTransforms(
  services: Services,
  tx: Repositories,
  pipelineId: string,
  planned: PlannedPipeline,
  now: number,
): Promise<Map<string, string>> {
  const { stored, what, configs } = planned;
  const renamed = matchRenamed(services, planned);
  const former = new Map((stored?.transforms ?? []).map((row) => [row.name, row]));
  const ids = new Map<string, string>();
  const fresh: { name: string; disabled: boolean; own: NonNullable<NodeDefinition['own']> }[] = [];
  const readConfigOfNode = (name: string) => configs.get(name) ?? {};
  for (const node of what.nodes) {
    if (!node.own) continue;
    const row = former.get(node.name);
    if (row && isSameTransform(services, row, node.own, readConfigOfNode(node.name)))
      ids.set(node.name, row.id);
    else fresh.push({ name: node.name, disabled: node.disabled, own: node.own });
  }
  const inputs = fresh.map(({ name, disabled, own }) => {
    const row = former.get(name);
    // Metrics stay with a node of the same type.
    const lineageId = row?.template_id === own.type ? row.lineage_id : renamed.get(name);
    return {
      name,
      description: own.description,
      templateId: own.type,
      config: readConfigOfNode(name),
      pipelineId,
      disabled,
      ...(lineageId === undefined ? {} : { lineageId }),
    };
  });
  const { rows } = await createTransforms(services, tx, inputs, now);
  for (const row of rows) ids.set(row.name, row.id);
  return ids;
}

/** Edges and notes by id. */
export function buildGraph(nodes: readonly NodeDefinition[], idOf: (key: string) => string) {
  const refIds = (refs: Ref[]) => refs.map((ref) => idOf(formatKey(ref)));
  const edges: Edges = {};
  const metaInfo: MetaInfo = {};
  for (const node of nodes) {
    const id = idOf(formatKey(node));
    if (node.to.length > 0) edges[id] = { nodeIds: refIds(node.to) };
    const { notes, disabled, outputs } = node;
    if (!notes && !disabled && !outputs) continue;
    const named = Object.entries(outputs ?? {}).map(([name, refs]) => [name, refIds(refs)]);
    metaInfo[id] = {
      ...(disabled ? { disabled } : {}),
      ...(notes ? { notes } : {}),
      ...(outputs ? { outputs: Object.fromEntries(named) } : {}),
    };
  }
  return { edges, metaInfo };
}

async function applyPipeline(
  services: Services,
  tx: Repositories,
  planned: PlannedPipeline,
  connectionIds: ReadonlyMap<string, string>,
  by: ImportBy,
): Promise<PipelineRow | undefined> {
  const { stored, what, entry } = planned;
  if (entry.action === 'unchanged') return undefined;
  const { name, description } = what;
  const input = { name, description, siteId: by.siteId, pipelineType: 'USER' } as const;
  const row = stored?.row ?? (await createPipeline(services, tx, input, by.now, by.pipelineId));
  entry.id = row.id;
  const isRenamed = row.name !== name || row.description !== description;
  if (isRenamed) {
    const change = { name, description, revision: row.revision + 1, updated_at: by.now };
    await tx.pipelines.update(row.id, change);
  }
  const isGraphChanged = !stored || entry.changes.some(({ field }) => field.startsWith('graph'));
  if (isGraphChanged && what.nodes.length > 0) {
    const ids = await applyTransforms(services, tx, row.id, planned, by.now);
    const graph = buildGraph(what.nodes, (key) => {
      const id = key.startsWith('TRANSFORM ')
        ? ids.get(key.slice('TRANSFORM '.length))
        : connectionIds.get(key);
      if (id === undefined) throw new Error(`the checked definition names ${key}, which is nowhere`);
      return id;
    });
    const versionInfo = { pipelineId: row.id, name: by.versionName ?? VERSION_NAME };
    await saveGraph(services, tx, row, { pipelineId: row.id, ...graph, versionInfo }, by);
  }
  return row;
}

export type Applied = {
  lookups: { row: AssetRow; isNew: boolean }[];
  connections: { row: NodeRow; isNew: boolean }[];
  pipelines: { row: PipelineRow; isNew: boolean }[];
  archives: ArchiveChanges;
};

/** Also runs unchanged archives whose source or destination changed. */
async function applyArchives(
  services: Services,
  tx: Repositories,
  plan: ImportPlan,
  { connections, archives }: Applied,
  ids: ReadonlyMap<string, string>,
  by: ImportBy,
): Promise<void> {
  const changed = new Set(connections.map(({ row }) => row.id));
  for (const { what, stored, entry } of plan.connections) {
    const source = what.kind === 'SOURCE' ? await tx.nodes.find(stored?.id ?? entry.id) : undefined;
    if (!source) continue;
    const sinkId =
      what.archive === '' ? '' : (ids.get(formatKey({ nodeType: 'SINK', name: what.archive })) ?? '');
    const { rows, ended } = await storeArchive(services, tx, source, sinkId, by.now);
    archives.ended.push(...ended);
    for (const row of rows) if (!changed.has(row.id)) connections.push({ row, isNew: false });
  }
  const concerned = new Set(connections.map(({ row }) => row.id));
  for (const source of await tx.nodes.archived())
    if (concerned.has(source.id) || concerned.has(source.archive_sink_id)) archives.kept.push(source.id);
}

/** Runs in the caller's transaction and adds the new ids to the entries. */
export async function applyImport(
  services: Services,
  tx: Repositories,
  plan: ImportPlan,
  by: ImportBy,
): Promise<Applied> {
  const applied: Applied = {
    lookups: await applyLookups(services, tx, plan.lookups, by),
    connections: [],
    pipelines: [],
    archives: { ended: [], kept: [] },
  };
  for (const planned of plan.connections) {
    const row = await applyConnection(services, tx, planned, by);
    if (row) applied.connections.push({ row, isNew: !planned.stored });
  }
  const rows = [
    ...(await tx.nodes.list({ kind: 'SOURCE', siteIds: [by.siteId] })).rows,
    ...(await tx.nodes.list({ kind: 'SINK', siteIds: [by.siteId] })).rows,
  ];
  const ids = new Map(rows.map((row) => [formatKey({ nodeType: row.node_type, name: row.name }), row.id]));
  for (const planned of plan.pipelines) {
    const row = await applyPipeline(services, tx, planned, ids, by);
    if (row) applied.pipelines.push({ row, isNew: !planned.stored });
  }
  await applyArchives(services, tx, plan, applied, ids, by);
  await applyAlertRules(services, tx, plan.alertRules, by);
  return applied;
}
