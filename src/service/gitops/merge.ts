import { applyRequestEvent, mergeRefusal, withdrawRefusal } from '../../../machines/change-request/index.ts';
import type { Changeset } from '../../contract/entities/changeset.ts';
import { ContractError } from '../../contract/errors.ts';
import { withContents } from '../files/lookups.ts';
import { publishFile } from '../files/publish.ts';
import { publishStatus } from '../lifecycle/transitions.ts';
import { requireSite } from '../require.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import { announceConnection, prepareConnections } from './apply-connection.ts';
import { type AppliedLookup, prepareLookups } from './apply-lookup.ts';
import { applyRequest, isChanged, listRenamedUsers, type RequestParts, readParts } from './apply-request.ts';
import { commitTo } from './commit-style.ts';
import { readFace, readTexts, requireChangeset } from './entities.ts';
import { mergeElsewhere } from './follow/merge.ts';
import { readRemoteSettings } from './follow/settings.ts';
import { describeMergeCommit } from './merge-commit.ts';
import { type MergeRequest, requireMergeable } from './mergeable.ts';
import { type Person, requireRequests, toFileChanges } from './raise.ts';
import { branchOf, MAIN } from './repository.ts';
import { settleRepository } from './settle.ts';
import { recordStored } from './stored.ts';

const refuse = (refusal: string | undefined): void => {
  if (refusal !== undefined) throw new ContractError('CONFLICT', refusal);
};

/**
 * Tries changed sources, destinations and lookup tables on what runs, then stores everything.
 * @throws ContractError CONFLICT when the engine refuses; nothing is changed then
 */
async function tryOnWhatRuns<T>(
  services: Services,
  { connections, lookups }: Pick<RequestParts, 'connections' | 'lookups'>,
  by: { siteId: string; name: string; now: number },
  save: () => Promise<T>,
): Promise<T> {
  const { lifecycle, archives } = services;
  if (!connections.some(isChanged) && !lookups.some(isChanged)) return save();
  return lifecycle.reapply(async () => {
    const { pipelineIds, nodes } = await prepareConnections(services, connections, by.now);
    const tables = await prepareLookups(services, lookups, by);
    const storeAll = async () => {
      for (const node of nodes) await archives.change(node);
      return save();
    };
    const affected = [...new Set([...pipelineIds, ...tables.pipelineIds])];
    return { pipelineIds: affected, nodes, assets: tables.assets, store: storeAll };
  });
}

/** What no longer fits conflicts with what is stored now. */
const asConflict = (error: unknown): unknown =>
  error instanceof ContractError && (error.code === 'VALIDATION_FAILED' || error.code === 'NAME_TAKEN')
    ? new ContractError('CONFLICT', `This pull request does not fit what is stored now: ${error.message}`, {
        ...(error.details ? { details: error.details } : {}),
      })
    : error;

/**
 * Merges an open pull request, optionally squashed, wherever its repository is.
 * @throws ContractError CONFLICT when the base moved, ACTION_REFUSED when a pipeline cannot be deployed now
 */
export async function mergeChangeset(
  services: Services,
  id: string,
  request: MergeRequest,
): Promise<Changeset> {
  const { row } = await requireChangeset(services.store, id);
  const site = await requireSite(services.store, row.site_id);
  return readRemoteSettings(services, site)
    ? mergeElsewhere(services, id, request)
    : mergeHere(services, id, request);
}

/**
 * One transaction saves versions, orders deployments and marks it merged. The commit comes before and the
 * branch after it; the next start finishes after a crash.
 */
const mergeHere = (services: Services, id: string, { squash, by, now }: MergeRequest): Promise<Changeset> =>
  services.repositories.inTurn(async () => {
    const { store, repositories, hub, lifecycle, log } = services;
    const changeset = await requireChangeset(store, id);
    const { row } = changeset;
    const siteId = row.site_id;
    await requireRequests(services, store, siteId);
    refuse(mergeRefusal(await readFace(services, store, changeset)));
    if (row.remote !== '')
      refuse('This pull request lies in the repository that the site followed before: withdraw it');
    await settleRepository(services, siteId);
    const repository = repositories.of(siteId);
    const parts = await readParts(services, changeset, await readTexts(services, changeset));
    await requireMergeable(services, parts, siteId);
    const main = await recordStored(services, store, siteId, now);
    const commit = await commitTo(services, store, siteId, repository, {
      onto: main,
      parents: squash ? [main] : [main, row.head_commit],
      ...toFileChanges([...parts.files, ...(await listRenamedUsers(services, store, parts))]),
      ...(await describeMergeCommit(store, changeset, { squash, by })),
      at: now,
    });
    let replaced: readonly AppliedLookup[] = [];
    const done = { siteId, name: by.email, now, versionName: 'Pull request' };
    const save = () =>
      store.transaction(async (tx) => {
        const current = await requireChangeset(tx, id);
        const face = await readFace(services, tx, current);
        refuse(mergeRefusal(face));
        if (current.row.head_commit !== row.head_commit)
          refuse('This pull request was rebased in the meantime');
        const applied = await applyRequest(services, tx, parts, done);
        replaced = applied.lookups;
        const status = applyRequestEvent(face, { type: 'request.merge' }) ?? face.status;
        const ended = { status, merge_commit: commit, ended_by: by.email, merged_at: now, updated_at: now };
        await tx.changesets.update(id, ended);
        await tx.changesets.forgetConfigs(id);
        return applied;
      });
    const contents = parts.lookups.flatMap(({ what }) => what?.content ?? []);
    const letGo = () => replaced.flatMap(({ former }) => former?.sha256 ?? []);
    const applied = await withContents(services, contents, letGo, () =>
      tryOnWhatRuns(services, parts, done, save),
    ).catch((error: unknown) => Promise.reject(asConflict(error)));
    for (const { row: file, change } of applied.lookups) await publishFile(services, file, change);
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
 * Closes an open pull request; its branch is removed with the next one, or at the next start.
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
