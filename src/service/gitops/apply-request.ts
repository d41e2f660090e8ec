import { ContractError } from '../../contract/errors.ts';
import { listPipelinesUsing } from '../connections/connections.ts';
import { applyImport } from '../exchange/apply.ts';
import { readStoredPipelines, toPipelineDefinition } from '../exchange/collect.ts';
import { type ReadText, requirePlan } from '../exchange/exchange.ts';
import { requestAction } from '../lifecycle/request.ts';
import { requirePipeline } from '../pipelines/pipelines.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { ChangesetPipelineRow, PipelineRow } from '../store/schema.ts';
import { type AppliedConnection, applyConnection, type ConnectionPart } from './apply-connection.ts';
import { type AppliedLookup, applyLookup, type LookupPart } from './apply-lookup.ts';
import { kindOf, readConnectionText } from './connection-text.ts';
import { GONE, listComingNames, type ReadChangeset, readChange } from './entities.ts';
import { readLookupText } from './lookup-text.ts';
import { createNameReader, readCurrentText } from './names.ts';
import { toFileName, toPipelineText } from './stored.ts';

/** Paused by a person, who also resumes it. */
const STANDS_STILL: readonly string[] = ['PAUSED', 'BYPASSED'];

/** `read` is undefined for a deletion. */
export type PipelinePart = { of: ChangesetPipelineRow; text: string; read: ReadText | undefined };
export type RequestParts = {
  pipelines: PipelinePart[];
  connections: ConnectionPart[];
  lookups: LookupPart[];
  files: { basePath: string; path: string; text: string }[];
};

export type AppliedPipeline = { row: PipelineRow; isOrdered: boolean; change: 'created' | 'updated' };
export type AppliedRequest = {
  rows: AppliedPipeline[];
  nodes: AppliedConnection[];
  lookups: AppliedLookup[];
};

/** Parses a request's files, with current names of sources and destinations. */
export async function readParts(
  services: Services,
  changeset: ReadChangeset,
  texts: readonly { of: ChangesetPipelineRow; after: string }[],
): Promise<RequestParts> {
  const { site_id: siteId, head_commit: commit } = changeset.row;
  const place = { siteId, commit, coming: listComingNames(changeset) };
  const reader = createNameReader(services, services.store, changeset.row);
  const parts: RequestParts = { pipelines: [], connections: [], lookups: [], files: [] };
  for (const { after, of } of texts) {
    const kind = kindOf(of);
    const isGone = after === '';
    let text = after;
    if (kind === 'LOOKUP')
      parts.lookups.push({ of, what: isGone ? undefined : await readLookupText(services, after) });
    else if (kind)
      parts.connections.push({
        of,
        kind,
        what: isGone ? undefined : await readConnectionText(services, after),
      });
    else if (isGone) parts.pipelines.push({ of, text, read: undefined });
    else {
      const current = await readCurrentText(services, services.store, after, reader, place);
      parts.pipelines.push({ of, ...current });
      text = current.text;
    }
    parts.files.push({ basePath: of.base_path, path: of.path, text });
  }
  return parts;
}

/** Other pipelines' files that use a source or destination the request renames. */
export async function listRenamedUsers(
  services: Services,
  tx: Repositories,
  { pipelines, connections }: RequestParts,
): Promise<RequestParts['files']> {
  const names = new Map<string, string>();
  const users = new Map<string, PipelineRow>();
  for (const { of, what } of connections) {
    const stored = what && isChanged({ of }) ? await tx.nodes.find(of.pipeline_id) : undefined;
    if (!stored || !what || stored.name === what.name) continue;
    names.set(stored.id, what.name);
    for (const row of await listPipelinesUsing(tx, stored.id)) users.set(row.id, row);
  }
  for (const { of } of pipelines) users.delete(of.pipeline_id);
  const files: RequestParts['files'] = [];
  for (const stored of await readStoredPipelines(tx, [...users.values()])) {
    const named = stored.connections.map((row) => ({ ...row, name: names.get(row.id) ?? row.name }));
    const path = toFileName(stored.row);
    const definition = toPipelineDefinition(services, { ...stored, connections: named });
    files.push({ basePath: path, path, text: await toPipelineText(services, definition) });
  }
  return files;
}

type By = { siteId: string; name: string; now: number; versionName: string };

/** Stores or deletes one pipeline, and orders the deployment. */
async function applyPipeline(
  services: Services,
  tx: Repositories,
  { of, read }: PipelinePart,
  by: By,
): Promise<AppliedPipeline> {
  const { remoteEngines, collectorSites } = services;
  const { pipeline_id: pipelineId } = of;
  const order = { by: by.name, now: by.now, remoteEngines, collectorSites };
  if (!read) {
    const asked = { ...order, action: 'DELETE', graphVersion: 0 } as const;
    const row = await requestAction(tx, await requirePipeline(tx, pipelineId), asked);
    return { row, isOrdered: true, change: 'updated' };
  }
  const former = await tx.pipelines.find(pipelineId);
  const scope = { siteId: by.siteId, targetId: former?.id };
  const plan = await requirePlan(services, tx, read, scope);
  await applyImport(services, tx, plan, { ...by, pipelineId });
  const saved = await requirePipeline(tx, pipelineId);
  const version = saved.latest_graph_version;
  const change = former ? ('updated' as const) : ('created' as const);
  if (version === (former?.latest_graph_version ?? 0)) return { row: saved, isOrdered: false, change };
  await tx.changesets.updatePipeline(of.changeset_id, pipelineId, { graph_version: version });
  if (STANDS_STILL.includes(saved.status)) return { row: saved, isOrdered: false, change };
  const row = await requestAction(tx, saved, { ...order, action: 'DEPLOY', graphVersion: version });
  return { row, isOrdered: true, change };
}

/**
 * Lookup tables, sources and destinations first: the request's pipelines use them, and leave those it
 * deletes.
 */
function orderParts(parts: RequestParts) {
  // Only the branch still has it.
  const isStored = ({ of }: { of: ChangesetPipelineRow }) => of.base_tag !== GONE;
  const [pipelines, connections] = [parts.pipelines.filter(isStored), parts.connections.filter(isStored)];
  const isKept = ({ what }: { what: unknown }) => what !== undefined;
  const lookups = parts.lookups.filter(isStored);
  const toLookup = (part: LookupPart) => ({ part, of: 'lookup' as const });
  return [
    ...lookups.filter(isKept).map(toLookup),
    ...connections.filter(isKept).map((part) => ({ part, of: 'connection' as const })),
    ...pipelines.map((part) => ({ part, of: 'pipeline' as const })),
    ...connections.filter((part) => !isKept(part)).map((part) => ({ part, of: 'connection' as const })),
    ...lookups.filter((part) => !isKept(part)).map(toLookup),
  ];
}

/**
 * Stores a request.
 * @param onRefusal handles one part, instead of the first refusal ending all
 * @throws ContractError what a direct change would refuse
 */
export async function applyRequest(
  services: Services,
  tx: Repositories,
  parts: RequestParts,
  by: By,
  onRefusal?: (of: ChangesetPipelineRow, error: ContractError) => void,
): Promise<AppliedRequest> {
  const leaving = new Set(parts.pipelines.flatMap(({ of, read }) => (read ? [] : of.pipeline_id)));
  const { siteId, now } = by;
  const applied: AppliedRequest = { rows: [], nodes: [], lookups: [] };
  for (const one of orderParts(parts)) {
    try {
      if (one.of === 'pipeline') applied.rows.push(await applyPipeline(services, tx, one.part, by));
      else if (one.of === 'lookup')
        applied.lookups.push(await applyLookup(services, tx, one.part, { ...by, leaving }));
      else applied.nodes.push(await applyConnection(services, tx, one.part, { siteId, now, leaving }));
    } catch (error) {
      if (!onRefusal || !(error instanceof ContractError)) throw error;
      onRefusal(one.part.of, error);
    }
  }
  return applied;
}

export const isChanged = ({ of }: { of: ChangesetPipelineRow }): boolean => readChange(of) === 'update';
