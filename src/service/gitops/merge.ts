import { applyRequestEvent, mergeRefusal, withdrawRefusal } from '../../../machines/change-request/index.ts';
import type { Changeset } from '../../contract/entities/changeset.ts';
import { ContractError } from '../../contract/errors.ts';
import { applyImport } from '../exchange/apply.ts';
import { readStoredPipelines } from '../exchange/collect.ts';
import { type ReadText, readText, requirePlan } from '../exchange/exchange.ts';
import { requestAction } from '../lifecycle/request.ts';
import { publishStatus } from '../lifecycle/transitions.ts';
import { requirePipeline } from '../pipelines/pipelines.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { ChangesetPipelineRow, PipelineRow } from '../store/schema.ts';
import { readFace, readTexts, requireChangeset } from './entities.ts';
import { type Person, requireOwnRepository } from './raise.ts';
import { branchOf, MAIN } from './repository.ts';
import { settleRepository } from './settle.ts';
import { recordStored } from './stored.ts';
import { requirePassingSamples } from './trial.ts';

/** Whoever paused a pipeline resumes it. */
const STANDS_STILL: readonly string[] = ['PAUSED', 'BYPASSED'];

type Part = { of: ChangesetPipelineRow; text: string; read: ReadText };

const refuse = (refusal: string | undefined): void => {
  if (refusal !== undefined) throw new ContractError('CONFLICT', refusal);
};

/** Saves one pipeline as requested, and orders its deployment. */
async function applyPart(
  services: Services,
  tx: Repositories,
  { of, read }: Part,
  by: { siteId: string; name: string; now: number; versionName: string },
): Promise<{ row: PipelineRow; isOrdered: boolean }> {
  const scope = { siteId: by.siteId, targetId: of.pipeline_id };
  const plan = await requirePlan(services, tx, read, scope);
  const former = await requirePipeline(tx, of.pipeline_id);
  await applyImport(services, tx, plan, by);
  const saved = await requirePipeline(tx, of.pipeline_id);
  const version = saved.latest_graph_version;
  if (version === former.latest_graph_version) return { row: saved, isOrdered: false };
  await tx.changesets.updatePipeline(of.changeset_id, of.pipeline_id, { graph_version: version });
  if (STANDS_STILL.includes(saved.status)) return { row: saved, isOrdered: false };
  const order = { action: 'DEPLOY', graphVersion: version, by: by.name, now: by.now } as const;
  const { remoteEngines } = services;
  return { row: await requestAction(tx, saved, { ...order, remoteEngines }), isOrdered: true };
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
    for (const { after: text, of } of await readTexts(services, changeset))
      parts.push({ of, text, read: await readText(services, text, true) });
    for (const { of, text } of parts) {
      const [stored] = await readStoredPipelines(store, [await requirePipeline(store, of.pipeline_id)]);
      const transforms = stored?.transforms ?? [];
      await requirePassingSamples(services, text, { pipelineId: of.pipeline_id, siteId, transforms });
    }
    const main = await recordStored(services, store, siteId, now);
    const names = changeset.pipelines.map(({ name }) => `'${name}'`).join(', ');
    const commit = await repository.commit({
      onto: main,
      parents: [main, row.head_commit],
      put: new Map(parts.map(({ of, text }) => [of.path, text])),
      remove: changeset.pipelines.flatMap((of) => (of.base_path === of.path ? [] : of.base_path)),
      message: `Merge the change of ${names}\n\nPull-Request: ${id}\n`,
      author: by,
      at: now,
    });
    const done = { siteId, name: by.email, now, versionName: 'Pull request' };
    const applied = await store
      .transaction(async (tx) => {
        const current = await requireChangeset(tx, id);
        const face = await readFace(services, tx, current);
        refuse(mergeRefusal(face));
        if (current.row.head_commit !== row.head_commit)
          refuse('This pull request was rebased in the meantime');
        const rows: { row: PipelineRow; isOrdered: boolean }[] = [];
        for (const part of parts) rows.push(await applyPart(services, tx, part, done));
        const status = applyRequestEvent(face, { type: 'request.merge' }) ?? face.status;
        const ended = { status, merge_commit: commit, ended_by: by.email, merged_at: now, updated_at: now };
        await tx.changesets.update(id, ended);
        return rows;
      })
      .catch((error: unknown) => Promise.reject(asConflict(error)));
    for (const { row: pipeline, isOrdered } of applied) {
      hub.publish({ type: 'entity.changed', siteId, entity: 'pipeline', id: pipeline.id, change: 'updated' });
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
  return changeset.row.site_id;
}
