import type { PlanEntry } from '../../contract/calls/exchange.ts';
import type { Config } from '../../contract/entities/common.ts';
import { findCollision, listOccupants, type Occupant, toOccupant } from '../connections/conflicts.ts';
import { listPipelinesUsing } from '../connections/connections.ts';
import { NAME_EXISTS, requirePipeline } from '../pipelines/pipelines.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { NodeRow, PipelineRow } from '../store/schema.ts';
import { openConfig } from '../store/sealing.ts';
import { type PlannedRule, planAlertRules } from './alert-rules.ts';
import { checkArchives } from './archives.ts';
import { computeFingerprint, normalizeConfig, toDefinitionValue } from './canonical.ts';
import { checkPipelineGraph, readConfig } from './check.ts';
import {
  indexNames,
  type NameOf,
  readStoredPipelines,
  type StoredPipeline,
  toConnectionDefinition,
  toDefinition,
  toPipelineDefinition,
} from './collect.ts';
import { listConnectionChanges, listPipelineChanges, listRuleChanges } from './diff.ts';
import { checkFiles } from './files.ts';
import { type PlannedLookup, planLookups } from './lookups.ts';
import {
  type ConnectionDefinition,
  formatKey,
  type Placed,
  type PlacedDefinition,
  type PlacedPipeline,
} from './model.ts';
import type { Problems } from './problems.ts';
import { findSecretPlaces } from './secrets.ts';

export type PlannedConnection = {
  stored: NodeRow | undefined;
  what: ConnectionDefinition;
  /** Normalized, secrets in clear. */
  config: Config;
  entry: PlanEntry;
};
export type PlannedPipeline = {
  stored: StoredPipeline | undefined;
  what: PlacedPipeline['what'];
  /** Transforms by name, normalized, secrets in clear. */
  configs: ReadonlyMap<string, Config>;
  entry: PlanEntry;
};
export type ImportPlan = {
  lookups: PlannedLookup[];
  connections: PlannedConnection[];
  pipelines: PlannedPipeline[];
  alertRules: PlannedRule[];
  /** Tags of the stored state; a write may start from any. */
  tags: [number, ...number[]];
  current: Record<string, unknown>;
};

export type PlanScope = {
  siteId: string;
  /** The definition is for this pipeline, whatever its name. */
  targetId?: string | undefined;
  /** New names by id, of things still stored under another. */
  renamed?: ReadonlyMap<string, string> | undefined;
};

const isSameText = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const decideAction = (stored: unknown, changes: unknown[]): PlanEntry['action'] =>
  stored ? (changes.length > 0 ? 'update' : 'unchanged') : 'create';

export async function readConnectionsByKey(tx: Repositories, siteId: string): Promise<Map<string, NodeRow>> {
  const [sources, sinks] = [
    await tx.nodes.list({ kind: 'SOURCE', siteIds: [siteId] }),
    await tx.nodes.list({ kind: 'SINK', siteIds: [siteId] }),
  ];
  return new Map(
    [...sources.rows, ...sinks.rows].map((row) => [
      formatKey({ nodeType: row.node_type, name: row.name }),
      row,
    ]),
  );
}

function planConnection(
  services: Services,
  problems: Problems,
  stored: NodeRow | undefined,
  { what, path }: Placed<ConnectionDefinition>,
  nameOf: NameOf,
): PlannedConnection {
  const { kind, name, type } = what;
  if (stored && stored.template_id !== type) {
    const message = `'${name}' is of the type ${stored.template_id}, which never changes; give this one another name`;
    problems.add([...path, 'type'], 'type_fixed', message);
  }
  const clear = stored?.template_id === type ? openConfig(services, stored) : undefined;
  const config = readConfig(services, problems, {
    nodeType: kind,
    type,
    config: what.config,
    stored: clear,
    path,
  });
  const after = { ...what, config: normalizeConfig(services.catalogue, kind, type, config) };
  const changes = stored
    ? listConnectionChanges(
        toConnectionDefinition(services, stored, nameOf),
        after,
        clear ? findSecretPlaces(services.catalogue, kind, type).others(clear, config) : [],
      )
    : [];
  const action = decideAction(stored, changes);
  const entry: PlanEntry = { kind, name, action, id: stored?.id ?? '', changes, appliesTo: [] };
  return { stored, what: after, config, entry };
}

/** Conflicts once everything is as defined. */
function checkCollisions(
  services: Services,
  problems: Problems,
  planned: PlannedConnection[],
  places: Placed<ConnectionDefinition>[],
  stored: ReadonlyMap<string, NodeRow>,
  elsewhere: Record<'SOURCE' | 'SINK', Occupant[]>,
): void {
  const defined = new Set(planned.flatMap((one) => one.stored?.id ?? []));
  for (const [index, { what, config, entry }] of planned.entries()) {
    if (entry.action === 'unchanged') continue;
    const others = [
      ...elsewhere[what.kind],
      ...[...stored.values()]
        .filter((row) => row.node_type === what.kind && !defined.has(row.id))
        .map((row) => toOccupant(services, row)),
      ...planned
        .filter((one, place) => place < index || one.entry.action === 'unchanged')
        .filter((one) => one.what.kind === what.kind)
        .map((one) => ({ name: one.what.name, templateId: one.what.type, config: one.config })),
    ];
    const self = { name: what.name, templateId: what.type, config };
    const collision = findCollision(services, what.kind, self, others);
    const path = places[index]?.path ?? [];
    if (collision) problems.add([...path, 'config', collision.field], 'unique', collision.message);
  }
}

function planPipeline(
  services: Services,
  problems: Problems,
  stored: StoredPipeline | undefined,
  { what, path, nodePaths }: PlacedPipeline,
): PlannedPipeline {
  const configs = new Map<string, Config>();
  const newSecrets: string[] = [];
  const nodes = what.nodes.map((node, index) => {
    if (!node.own) return node;
    const { type } = node.own;
    const places = findSecretPlaces(services.catalogue, 'TRANSFORM', type);
    const former = stored?.transforms.find((one) => one.name === node.name && one.template_id === type);
    const clear = former && openConfig(services, former);
    const config = readConfig(services, problems, {
      nodeType: 'TRANSFORM',
      type,
      config: node.own.config,
      stored: clear,
      path: nodePaths[index] ?? path,
      disabled: node.disabled,
    });
    configs.set(node.name, config);
    for (const field of clear ? places.others(clear, config) : [])
      newSecrets.push(`graph.[${node.name}].config.${field}`);
    return {
      ...node,
      own: { ...node.own, config: normalizeConfig(services.catalogue, 'TRANSFORM', type, config) },
    };
  });
  const after = { ...what, nodes };
  const changes = stored
    ? [
        ...listPipelineChanges(toPipelineDefinition(services, stored), after),
        ...newSecrets.map((field) => ({ field, secret: true })),
      ]
    : [];
  const action = decideAction(stored, changes);
  const entry: PlanEntry = {
    kind: 'PIPELINE',
    name: what.name,
    action,
    id: stored?.row.id ?? '',
    changes,
    appliesTo: [],
  };
  return { stored, what: after, configs, entry };
}

async function readPipelinesByName(
  tx: Repositories,
  siteId: string,
  { pipelines }: PlacedDefinition,
  renamed: ReadonlyMap<string, string>,
): Promise<Map<string, PipelineRow>> {
  const find = async (which: { names: string[] } | { ids: string[] }) =>
    (await tx.pipelines.list({ siteIds: [siteId], types: ['USER', 'HYDRATION'], ...which })).rows;
  const names = pipelines.map(({ what }) => what.name);
  const rows = [
    ...(names.length > 0 ? await find({ names }) : []),
    ...(renamed.size > 0 ? await find({ ids: [...renamed.keys()] }) : []),
  ];
  return new Map(rows.map((row) => [row.name, row]));
}

const rename = <T extends { id: string; name: string }>(
  rows: ReadonlyMap<string, T>,
  renamed: ReadonlyMap<string, string>,
  keyOf: (row: T) => string,
): Map<string, T> =>
  renamed.size === 0
    ? new Map(rows)
    : new Map(
        [...rows.values()].map((row) => {
          const now = { ...row, name: renamed.get(row.id) ?? row.name };
          return [keyOf(now), now];
        }),
      );

/** What a definition would change; not to be applied with entries in `problems`. */
export async function planImport(
  services: Services,
  tx: Repositories,
  problems: Problems,
  definition: PlacedDefinition,
  { siteId, targetId, renamed = new Map() }: PlanScope,
): Promise<ImportPlan> {
  const nodes = rename(await readConnectionsByKey(tx, siteId), renamed, ({ node_type: nodeType, name }) =>
    formatKey({ nodeType, name }),
  );
  const nameOf = indexNames(nodes.values());
  const isElsewhere = (row: NodeRow) => row.site_id !== siteId;
  const elsewhere = {
    SOURCE: await listOccupants(services, tx, 'SOURCE', siteId, isElsewhere),
    SINK: await listOccupants(services, tx, 'SINK', siteId, isElsewhere),
  };
  const connections = definition.connections.map((placed) => {
    const { kind: nodeType, name } = placed.what;
    return planConnection(services, problems, nodes.get(formatKey({ nodeType, name })), placed, nameOf);
  });
  checkCollisions(services, problems, connections, definition.connections, nodes, elsewhere);
  await checkArchives(services, tx, problems, definition, nodes);
  const lookups = await planLookups(services, tx, problems, definition, siteId);
  await checkFiles(services, tx, problems, definition, siteId);
  for (const { stored, entry } of connections) {
    if (!stored || !entry.changes.some(({ field }) => field.startsWith('config'))) continue;
    const users = await listPipelinesUsing(tx, stored.id);
    entry.appliesTo = users.filter((row) => row.deployed_graph_version > 0).map((row) => row.name);
  }

  const named = rename(
    await readPipelinesByName(tx, siteId, definition, renamed),
    renamed,
    ({ name }) => name,
  );
  const target = targetId === undefined ? undefined : await requirePipeline(tx, targetId);
  const findRow = (name: string) => target ?? named.get(name);
  const rows = definition.pipelines.flatMap(({ what }) => findRow(what.name) ?? []);
  const stored = new Map((await readStoredPipelines(tx, rows)).map((one) => [one.row.id, one]));
  const defined = new Set(
    definition.connections.map(({ what }) => formatKey({ nodeType: what.kind, name: what.name })),
  );
  const pipelines = definition.pipelines.map((placed) => {
    const { what, path } = placed;
    const row = findRow(what.name);
    const taken = named.get(what.name);
    if (taken && (taken.pipeline_type !== 'USER' || (target && taken.id !== target.id)))
      problems.add([...path, 'name'], 'unique', NAME_EXISTS);
    const former = row && stored.get(row.id);
    if (what.nodes.length > 0 || former?.version)
      checkPipelineGraph(problems, placed, (key) => defined.has(key) || nodes.has(key));
    return planPipeline(services, problems, former, placed);
  });

  const alerts = await planAlertRules(tx, problems, definition, siteId, listRuleChanges);
  const before = [...stored.values()];
  const known = connections.flatMap((one) => one.stored ?? []);
  const contents = lookups.flatMap(({ stored: row }) => (row ? { name: row.name, sha256: row.sha256 } : []));
  const withContents = (value: Record<string, unknown>) =>
    contents.length === 0 ? value : { ...value, lookups: contents };
  const computeTag = (named: StoredPipeline[], more: NodeRow[]) =>
    computeFingerprint(
      withContents(toDefinitionValue(toDefinition(services, named, more, nameOf), alerts.current)),
    );
  const current = withContents(
    toDefinitionValue(
      {
        connections: known.map((row) => toConnectionDefinition(services, row, nameOf)),
        pipelines: before.map((one) => toPipelineDefinition(services, one)),
      },
      alerts.current,
    ),
  );
  const tags: ImportPlan['tags'] = [
    computeFingerprint(current),
    computeTag(before, known),
    computeTag(before, []),
  ];
  return { lookups, connections, pipelines, alertRules: alerts.rules, tags, current };
}

/** @param config secrets in clear */
export function isSameTransform(
  services: Services,
  row: { description: string; template_id: string; config: string },
  own: { type: string; description: string; config: Config },
  config: Config,
): boolean {
  if (row.template_id !== own.type || row.description !== own.description) return false;
  const stored = openConfig(services, row);
  const canonical = normalizeConfig(services.catalogue, 'TRANSFORM', own.type, stored);
  const { others } = findSecretPlaces(services.catalogue, 'TRANSFORM', own.type);
  return isSameText(canonical, own.config) && others(stored, config).length === 0;
}
