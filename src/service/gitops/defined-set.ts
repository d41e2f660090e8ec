import type {
  NewChangeset,
  NewDraftChanges,
  RequestedKind,
  RequestedNode,
} from '../../contract/entities/changeset.ts';
import { type Config, isSecretSet } from '../../contract/entities/common.ts';
import { ContractError } from '../../contract/errors.ts';
import { admitDefinition, admitPlan } from '../exchange/admit.ts';
import { buildGraph } from '../exchange/apply.ts';
import { readText, requirePlan, requireTag } from '../exchange/exchange.ts';
import { type ConnectionDefinition, formatKey } from '../exchange/model.ts';
import type { ImportPlan, PlannedConnection, PlannedPipeline } from '../exchange/plan.ts';
import { readConnectionsByKey } from '../exchange/plan.ts';
import { findSecretPlaces } from '../exchange/secrets.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { ChangesetDraftRow } from '../store/schema.ts';
import { openConfig } from '../store/sealing.ts';
import type { AskedConnection, AskedPipeline, RequestedSet } from './asked.ts';
import { listCollected } from './draft.ts';
import { readSet } from './requested-set.ts';

type Asked = NonNullable<NewDraftChanges['definition']>;

const PLACE = 'definition';

/** Refuses, rather than ignores, what a repository does not hold. @throws ContractError CONFLICT */
function refuseOthers({ connections, alertRules }: ImportPlan): void {
  const rule = alertRules.find(({ entry }) => entry.action !== 'unchanged');
  if (rule)
    throw new ContractError(
      'CONFLICT',
      `The alert rule '${rule.entry.name}' is no part of a pull request: take the section 'alerts' out, and create the rule under Alerts`,
    );
  for (const { what, stored, entry } of connections) {
    const changes = (field: string) => entry.changes.some((one) => one.field === field);
    if (changes('archive') || (!stored && what.archive !== ''))
      throw new ContractError(
        'CONFLICT',
        `The archive of '${entry.name}' is no part of a pull request: leave 'archive' as it is stored; an API key changes it`,
      );
    if (changes('status') || (!stored && what.status !== 'ACTIVE'))
      throw new ContractError(
        'CONFLICT',
        `The status of '${entry.name}' is no part of a pull request: leave 'status' as it is stored`,
      );
  }
}

/** Ids of new things by key; drafted ones of the same name keep theirs. */
function createIds({ ids }: Pick<Services, 'ids'>, draft: RequestedSet) {
  const collected = new Map<string, string>();
  for (const { asked, isNew } of draft.connections)
    if (isNew) collected.set(formatKey({ nodeType: asked.kind, name: asked.name }), asked.id);
  for (const { asked, isNew } of draft.pipelines)
    if (isNew)
      collected.set(formatKey({ nodeType: 'PIPELINE', name: asked.pipeline.name }), asked.pipeline.id);
  return (nodeType: RequestedKind | 'PIPELINE', name: string): string =>
    collected.get(formatKey({ nodeType, name })) ??
    ids(nodeType === 'PIPELINE' ? 'pipeline' : nodeType === 'LOOKUP' ? 'asset' : 'node');
}

/** A masked header keeps its value; other masks are resolved when the request is read. */
function keepHeaders(services: Services, { stored }: PlannedConnection, given: ConnectionDefinition): Config {
  if (!stored) return given.config;
  const places = findSecretPlaces(services.catalogue, given.kind, given.type);
  const clear = openConfig(services, stored);
  return places.change(given.config, (value, path) =>
    path.length > 1 && isSecretSet(value) ? places.at(clear, path) : undefined,
  );
}

function toPipeline(
  { stored, what }: PlannedPipeline,
  id: string,
  connections: ReadonlyMap<string, { id: string; templateId: string }>,
): AskedPipeline {
  const former = new Map((stored?.transforms ?? []).map((row) => [row.name, row.id]));
  const nodes = what.nodes.map((node, index): { node: RequestedNode; place: string } => {
    const { nodeType, name, own } = node;
    const found = connections.get(formatKey(node));
    return {
      place: PLACE,
      node: own
        ? {
            id: former.get(name) ?? `new-${index + 1}`,
            nodeType,
            name,
            description: own.description,
            templateId: own.type,
            config: own.config,
          }
        : {
            id: found?.id ?? '',
            nodeType,
            name,
            description: '',
            templateId: found?.templateId ?? '',
            config: {},
          },
    };
  });
  const idOf = new Map(what.nodes.map((node, index) => [formatKey(node), nodes[index]?.node.id ?? '']));
  const { edges, metaInfo } = buildGraph(what.nodes, (key) => idOf.get(key) ?? '');
  const { name, description } = what;
  return {
    asked: {
      pipeline: { id, name, description, isDeleted: false },
      graph: { version: stored?.row.latest_graph_version ?? 0, edges, metaInfo },
    },
    isNew: !stored,
    nodes,
  };
}

/**
 * Turns a definition into a pull request, by the plan of an import.
 * @param draft of the caller
 * @throws ContractError VALIDATION_FAILED with line and column, FORBIDDEN, STALE_VERSION, or CONFLICT for
 * what a repository does not hold and when nothing would change
 */
export async function readDefinedSet(
  services: Services,
  tx: Repositories,
  { text, pipelineId, tag }: Asked,
  { siteId, draft }: { siteId: string; draft: RequestedSet },
): Promise<RequestedSet> {
  const { caller } = services;
  const read = await readText(services, text, pipelineId !== undefined);
  if (caller) admitDefinition(caller, siteId, read);
  const plan = await requirePlan(services, tx, read, { siteId, targetId: pipelineId });
  if (caller) admitPlan(caller, siteId, plan);
  requireTag(tag ?? '*', plan);
  refuseOthers(plan);
  const idFor = createIds(services, draft);
  const known = new Map<string, { id: string; templateId: string }>();
  for (const [key, { id, template_id: templateId }] of await readConnectionsByKey(tx, siteId))
    known.set(key, { id, templateId });
  const connections: AskedConnection[] = plan.lookups.flatMap(({ stored, what, entry }) => {
    if (entry.action === 'unchanged') return [];
    const { name, content } = what;
    const id = stored?.id ?? idFor('LOOKUP', name);
    const of = { kind: 'LOOKUP' as const, id, revision: stored?.revision ?? 0, name };
    const asked = { ...of, description: '', templateId: '', isDeleted: false, config: { content } };
    return [{ asked, isNew: !stored, place: PLACE }];
  });
  for (const [index, planned] of plan.connections.entries()) {
    const { stored, what, entry } = planned;
    if (entry.action === 'unchanged') continue;
    const { kind, name, description, type: templateId } = what;
    const id = stored?.id ?? idFor(kind, name);
    known.set(formatKey({ nodeType: kind, name }), { id, templateId });
    const given = read.definition.connections[index]?.what ?? what;
    const config = keepHeaders(services, planned, given);
    const asked = { kind, id, revision: stored?.revision ?? 0, name, description, isDeleted: false };
    connections.push({
      asked: { ...asked, templateId: stored ? '' : templateId, config },
      isNew: !stored,
      place: PLACE,
    });
  }
  const pipelines = plan.pipelines.flatMap((planned) => {
    if (planned.entry.action === 'unchanged') return [];
    const id = planned.stored?.row.id ?? idFor('PIPELINE', planned.what.name);
    return toPipeline(planned, id, known);
  });
  if (connections.length + pipelines.length === 0)
    throw new ContractError(
      'CONFLICT',
      'All that the definition names is stored like that: there is nothing to request',
    );
  return { connections, pipelines };
}

type Parts = Pick<NewChangeset, 'pipelines' | 'connections' | 'nodes' | 'definition'>;

/** The request in either form, besides the caller's draft. */
export const readAsked = async (
  services: Services,
  parts: Parts,
  { siteId, rows, draft }: { siteId: string; rows: readonly ChangesetDraftRow[]; draft: RequestedSet },
): Promise<RequestedSet> =>
  parts.definition
    ? readDefinedSet(services, services.store, parts.definition, { siteId, draft })
    : readSet(services, parts, listCollected(rows));
