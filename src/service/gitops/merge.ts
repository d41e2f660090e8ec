import { applyRequestEvent, mergeRefusal, withdrawRefusal } from '../../../machines/change-request/index.ts';
import { deletes } from '../../contract/calls/define.ts';
import type { Changeset } from '../../contract/entities/changeset.ts';
import { ContractError } from '../../contract/errors.ts';
import { describeRequested } from '../../contract/requested-change.ts';
import { permits } from '../auth/permissions.ts';
import { applyImport } from '../exchange/apply.ts';
import { readStoredPipelines } from '../exchange/collect.ts';
import { type ReadText, readText, requirePlan } from '../exchange/exchange.ts';
import { requestAction } from '../lifecycle/request.ts';
import { publishStatus } from '../lifecycle/transitions.ts';
import { requirePipeline } from '../pipelines/pipelines.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { ChangesetPipelineRow, PipelineRow } from '../store/schema.ts';
import {
  type AppliedConnection,
  announceConnection,
  applyConnection,
  type ConnectionPart,
  prepareConnections,
} from './apply-connection.ts';
import { kindOf, readConnectionText } from './connection-text.ts';
import { readChange, readFace, readTexts, requireChangeset } from './entities.ts';
import { type Person, requireOwnRepository, toFileChanges } from './raise.ts';
import { branchOf, MAIN } from './repository.ts';
import { requireChangeable } from './requested-connection.ts';
import { settleRepository } from './settle.ts';
import { recordStored } from './stored.ts';
import { requirePassingSamples } from './trial.ts';

/** Whoever paused a pipeline resumes it. */
const STANDS_STILL: readonly string[] = ['PAUSED', 'BYPASSED'];

/** Of a pipeline; `read` is undefined of one to delete. */
type Part = { of: ChangesetPipelineRow; text: string; read: ReadText | undefined };
type AppliedPart = { row: PipelineRow; isOrdered: boolean; change: 'created' | 'updated' };

const refuse = (refusal: string | undefined): void => {
  if (refusal !== undefined) throw new ContractError('CONFLICT', refusal);
};

/** Saves, makes or deletes one pipeline as requested, and orders what follows. */
async function applyPart(
  services: Services,
  tx: Repositories,
  { of, read }: Part,
  by: { siteId: string; name: string; now: number; versionName: string },
): Promise<AppliedPart> {
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

/** Whoever merges a deletion needs what deleting it directly needs. */
function requireDeletablePipelines({ caller }: Services, parts: readonly Part[], siteId: string): void {
  if (!caller || parts.every(({ read }) => read)) return;
  const permitted = permits(caller, deletes('PIPELINES'), siteId);
  if (permitted !== true) throw new ContractError('FORBIDDEN', permitted);
}

/**
 * Changed sources and destinations are tried on what runs, then everything is stored.
 * @throws ContractError CONFLICT when the engine refuses: nothing is changed then
 */
async function tryOnWhatRuns<T>(
  services: Services,
  parts: readonly ConnectionPart[],
  now: number,
  save: () => Promise<T>,
): Promise<T> {
  const { lifecycle, archives } = services;
  if (!parts.some(({ of }) => readChange(of) === 'update')) return save();
  return lifecycle.reapply(async () => {
    const { pipelineIds, nodes } = await prepareConnections(services, parts, now);
    const storeAll = async () => {
      for (const node of nodes) await archives.change(node);
      return save();
    };
    return { pipelineIds, nodes, store: storeAll };
  });
}

/** What cannot be planned any more is a conflict with what is stored now. */
const asConflict = (error: unknown): unknown =>
  error instanceof ContractError && (error.code === 'VALIDATION_FAILED' || error.code === 'NAME_TAKEN')
    ? new ContractError('CONFLICT', `This pull request does not fit what is stored now: ${error.message}`, {
        ...(error.details ? { details: error.details } : {}),
      })
    : error;

/**
 * Merges an open pull request. One transaction saves its versions, orders their deployments and marks it merged; the
 * commit is made before and the branch moved after, which an end in between leaves to the next start.
 * @throws ContractError CONFLICT when the base moved, ACTION_REFUSED when a pipeline cannot be deployed now
 */
export const mergeChangeset = (services: Services, id: string, by: Person, now: number): Promise<Changeset> =>
  services.repositories.inTurn(async () => {
    const { store, repositories, hub, lifecycle, log } = services;
    const changeset = await requireChangeset(store, id);
    const { row } = changeset;
    const siteId = row.site_id;
    await requireOwnRepository(services, store, siteId);
    refuse(mergeRefusal(await readFace(services, store, changeset)));
    await settleRepository(services, siteId);
    const repository = repositories.of(siteId);
    const parts: Part[] = [];
    const connections: ConnectionPart[] = [];
    const texts = await readTexts(services, changeset);
    for (const { after: text, of } of texts) {
      const kind = kindOf(of);
      if (kind) {
        requireChangeable(services, kind, readChange(of), siteId);
        const what = text === '' ? undefined : await readConnectionText(services, text);
        connections.push({ of, kind, what });
      } else parts.push({ of, text, read: text === '' ? undefined : await readText(services, text, true) });
    }
    requireDeletablePipelines(services, parts, siteId);
    for (const { of, text } of parts.filter((part) => readChange(part.of) === 'update')) {
      const [stored] = await readStoredPipelines(store, [await requirePipeline(store, of.pipeline_id)]);
      const transforms = stored?.transforms ?? [];
      await requirePassingSamples(services, text, { pipelineId: of.pipeline_id, siteId, transforms });
    }
    const main = await recordStored(services, store, siteId, now);
    const what = describeRequested(
      changeset.pipelines.map((of) => ({ name: of.name, change: readChange(of), kind: kindOf(of) })),
    );
    const commit = await repository.commit({
      onto: main,
      parents: [main, row.head_commit],
      ...toFileChanges(
        texts.map(({ of: { base_path: basePath, path }, after: text }) => ({ basePath, path, text })),
      ),
      message: `Merge: ${what}\n\nPull-Request: ${id}\n`,
      author: by,
      at: now,
    });
    const done = { siteId, name: by.email, now, versionName: 'Pull request' };
    const leaving = new Set(parts.flatMap(({ of, read }) => (read ? [] : of.pipeline_id)));
    const save = () =>
      store.transaction(async (tx) => {
        const current = await requireChangeset(tx, id);
        const face = await readFace(services, tx, current);
        refuse(mergeRefusal(face));
        if (current.row.head_commit !== row.head_commit)
          refuse('This pull request was rebased in the meantime');
        const nodes: AppliedConnection[] = [];
        const applyConnections = async (isMeant: (part: ConnectionPart) => boolean) => {
          for (const part of connections.filter(isMeant))
            nodes.push(await applyConnection(services, tx, part, { siteId, now, leaving }));
        };
        await applyConnections(({ what }) => what !== undefined);
        const rows: AppliedPart[] = [];
        for (const part of parts) rows.push(await applyPart(services, tx, part, done));
        await applyConnections(({ what }) => what === undefined);
        const status = applyRequestEvent(face, { type: 'request.merge' }) ?? face.status;
        const ended = { status, merge_commit: commit, ended_by: by.email, merged_at: now, updated_at: now };
        await tx.changesets.update(id, ended);
        await tx.changesets.forgetConfigs(id);
        return { rows, nodes };
      });
    const applied = await tryOnWhatRuns(services, connections, now, save).catch((error: unknown) =>
      Promise.reject(asConflict(error)),
    );
    for (const node of applied.nodes) announceConnection(services, node);
    for (const { row: pipeline, isOrdered, change } of applied.rows) {
      hub.publish({ type: 'entity.changed', siteId, entity: 'pipeline', id: pipeline.id, change });
      if (!isOrdered) continue;
      publishStatus(hub, pipeline);
      lifecycle.enqueue(pipeline);
    }
    try {
      await repository.writeBranch(MAIN, commit);
      await repository.deleteBranch(branchOf(id));
    } catch (error) {
      log.error({ err: error, siteId }, 'the branch follows the merge with the next pull request or start');
    }
    hub.publish({ type: 'notification.changed', siteId });
    return readFace(services, store, await requireChangeset(store, id));
  });

/**
 * Closes an open pull request; its branch goes with the next one, or at the next start.
 * @throws ContractError CONFLICT when it is merged or closed
 */
export async function withdrawChangeset(
  services: Services,
  tx: Repositories,
  id: string,
  by: Person,
  now: number,
): Promise<string> {
  const changeset = await requireChangeset(tx, id);
  const face = await readFace(services, tx, changeset);
  refuse(withdrawRefusal(face));
  const status = applyRequestEvent(face, { type: 'request.withdraw' }) ?? face.status;
  await tx.changesets.update(id, { status, ended_by: by.email, updated_at: now });
  await tx.changesets.forgetConfigs(id);
  return changeset.row.site_id;
}
