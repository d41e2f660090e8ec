import { ContractError } from '../../contract/errors.ts';
import { applyImport } from '../exchange/apply.ts';
import { type ReadText, readText, requirePlan } from '../exchange/exchange.ts';
import { requestAction } from '../lifecycle/request.ts';
import { requirePipeline } from '../pipelines/pipelines.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { ChangesetPipelineRow, PipelineRow } from '../store/schema.ts';
import { type AppliedConnection, applyConnection, type ConnectionPart } from './apply-connection.ts';
import { kindOf, readConnectionText } from './connection-text.ts';
import { readChange } from './entities.ts';

/** Whoever paused a pipeline resumes it. */
const STANDS_STILL: readonly string[] = ['PAUSED', 'BYPASSED'];

/** Of a pipeline; `read` is undefined of one to delete. */
export type PipelinePart = { of: ChangesetPipelineRow; text: string; read: ReadText | undefined };
export type RequestParts = { pipelines: PipelinePart[]; connections: ConnectionPart[] };

export type AppliedPipeline = { row: PipelineRow; isOrdered: boolean; change: 'created' | 'updated' };
export type AppliedRequest = { rows: AppliedPipeline[]; nodes: AppliedConnection[] };

/** What a request asks for, read from its files. */
export async function readParts(
  services: Services,
  texts: readonly { of: ChangesetPipelineRow; after: string }[],
): Promise<RequestParts> {
  const parts: RequestParts = { pipelines: [], connections: [] };
  for (const { after: text, of } of texts) {
    const kind = kindOf(of);
    if (kind) {
      const what = text === '' ? undefined : await readConnectionText(services, text);
      parts.connections.push({ of, kind, what });
    } else
      parts.pipelines.push({
        of,
        text,
        read: text === '' ? undefined : await readText(services, text, true),
      });
  }
  return parts;
}

type By = { siteId: string; name: string; now: number; versionName: string };

/** Saves, makes or deletes one pipeline as requested, and orders what follows. */
async function applyPipeline(
  services: Services,
  tx: Repositories,
  { of, read }: PipelinePart,
  by: By,
): Promise<AppliedPipeline> {
  const { remoteEngines } = services;
  const { pipeline_id: pipelineId } = of;
  const order = { by: by.name, now: by.now, remoteEngines };
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

/** Sources and destinations first: pipelines of the same request use them, and leave those that it deletes. */
function orderParts({ pipelines, connections }: RequestParts) {
  const isKept = ({ what }: ConnectionPart) => what !== undefined;
  return [
    ...connections.filter(isKept).map((part) => ({ part, isPipeline: false as const })),
    ...pipelines.map((part) => ({ part, isPipeline: true as const })),
    ...connections.filter((part) => !isKept(part)).map((part) => ({ part, isPipeline: false as const })),
  ];
}

/**
 * Stores what a request asks for.
 * @param onRefusal of one part, in place of the first refusal ending it all
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
  const applied: AppliedRequest = { rows: [], nodes: [] };
  for (const one of orderParts(parts)) {
    try {
      if (one.isPipeline) applied.rows.push(await applyPipeline(services, tx, one.part, by));
      else applied.nodes.push(await applyConnection(services, tx, one.part, { siteId, now, leaving }));
    } catch (error) {
      if (!onRefusal || !(error instanceof ContractError)) throw error;
      onRefusal(one.part.of, error);
    }
  }
  return applied;
}

export const isChanged = ({ of }: { of: ChangesetPipelineRow }): boolean => readChange(of) === 'update';
