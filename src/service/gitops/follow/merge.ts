import { mergeRefusal } from '../../../../machines/change-request/index.ts';
import type { Changeset } from '../../../contract/entities/changeset.ts';
import { ContractError } from '../../../contract/errors.ts';
import { requirePlan } from '../../exchange/exchange.ts';
import { requireSite } from '../../require.ts';
import type { Services } from '../../services.ts';
import { readParts } from '../apply-request.ts';
import { commitTo } from '../commit-style.ts';
import { type ReadChangeset, readFace, readTexts, requireChangeset } from '../entities.ts';
import { describeMergeCommit } from '../merge-commit.ts';
import { type MergeRequest, requireMergeable } from '../mergeable.ts';
import { openPlace, requireSamePlace } from '../place.ts';
import { toFileChanges } from '../raise.ts';
import { compareEntities } from './apply.ts';
import { type RemoteEntity, readDesired } from './definition.ts';
import { requireApplied } from './followed.ts';
import { fillSecrets } from './merged.ts';
import { asRefusal, RemoteProblem } from './problem.ts';
import { pushBranch } from './push.ts';
import { branchMissing } from './remote.ts';
import { listRenamedFiles } from './renamed-users.ts';
import { readRemoteSettings, toAddress } from './settings.ts';
import { readRemoteFiles } from './tree.ts';

/** Others may commit between read and push. */
const ATTEMPTS_MAX = 3;

const refuse = (refusal: string | undefined): void => {
  if (refusal !== undefined) throw new ContractError('CONFLICT', refusal);
};

async function requireFitting(
  services: Services,
  changeset: ReadChangeset,
  { commit, former, path }: { commit: string; former: readonly RemoteEntity[]; path: string },
): Promise<void> {
  const { site_id: siteId } = changeset.row;
  try {
    const files = await readRemoteFiles(services.repositories.copyOf(siteId), commit, path);
    const desired = await readDesired(services, files);
    await fillSecrets(services, desired, [changeset], commit);
    const { renamed } = compareEntities(former, desired.entities);
    await requirePlan(services, services.store, desired.read, { siteId, renamed });
  } catch (error) {
    const isMisfit =
      error instanceof RemoteProblem ||
      (error instanceof ContractError && (error.code === 'VALIDATION_FAILED' || error.code === 'NAME_TAKEN'));
    if (!isMisfit) throw error;
    const details = error instanceof ContractError && error.details ? { details: error.details } : {};
    const message = `This pull request does not fit what is on the branch now: ${error.message}`;
    throw new ContractError('CONFLICT', message, details);
  }
}

/**
 * Pushes a merge commit with two parents to the followed branch, then follows it. After a crash in between,
 * the next turn applies the branch.
 * @throws ContractError CONFLICT when the base moved, it does not fit, or the repository refuses it
 */
export async function mergeElsewhere(
  services: Services,
  id: string,
  { squash, by, now }: MergeRequest,
): Promise<Changeset> {
  const { store, repositories } = services;
  const { row } = await requireChangeset(store, id);
  const site = await requireSite(store, row.site_id);
  const siteId = site.id;
  const settings = readRemoteSettings(services, site);
  if (!settings) throw new Error('a pull request elsewhere needs a site that follows');
  await services.syncSite(site, { isPutBack: false, waits: true });
  for (let attempt = 1; ; attempt += 1) {
    const changeset = await requireChangeset(store, id);
    refuse(mergeRefusal(await readFace(services, store, changeset)));
    const follow = await requireApplied(store, siteId, toAddress(settings));
    const { head_commit: head, base_commit: from } = changeset.row;
    const { commit, base } = await repositories.inTurn(async () => {
      const place = await openPlace(services, siteId, now);
      requireSamePlace(changeset.row, place);
      const parts = await readParts(services, changeset, await readTexts(services, changeset));
      await requireMergeable(services, parts, siteId);
      const at = { repository: place.repository, base: place.base, entities: JSON.parse(follow.entities) };
      const renamed = await listRenamedFiles(services, parts, at);
      const made = await commitTo(services, store, siteId, place.repository, {
        onto: place.base,
        parents: squash ? [place.base] : [place.base, head],
        ...toFileChanges([...parts.files, ...renamed]),
        ...(await describeMergeCommit(store, changeset, { squash, by })),
        at: now,
      });
      return { commit: made, base: place.base };
    });
    const former: RemoteEntity[] = JSON.parse(follow.entities);
    await requireFitting(services, changeset, { commit, former, path: settings.path });
    const update = { branch: settings.branch, from: base, to: commit, known: [from] };
    const pushed = await asRefusal(pushBranch(repositories.copyOf(siteId), settings, update));
    if (!pushed.isDone && pushed.at === undefined)
      await asRefusal(Promise.reject(branchMissing(settings.branch)));
    await services.syncSite(site, { isPutBack: false, waits: true });
    if (pushed.isDone) break;
    if (attempt === ATTEMPTS_MAX)
      throw new ContractError(
        'CONFLICT',
        'The branch moves faster than this pull request can be merged: merge it again in a moment',
      );
  }
  // A squashed commit is by the author of the change.
  const { status } = (await requireChangeset(store, id)).row;
  if (status === 'MERGED') await store.transaction((tx) => tx.changesets.update(id, { ended_by: by.email }));
  return readFace(services, store, await requireChangeset(store, id));
}
