import type { Services } from '../../services.ts';
import type { ChangesetRow } from '../../store/schema.ts';
import { markMerged, settleProvider } from '../providers/settle.ts';
import { branchOf } from '../repository.ts';
import { repositoryOf } from '../repository-of.ts';
import { RemoteProblem } from './problem.ts';
import { type Pushed, pushBranch } from './push.ts';
import { fetchCommit, type RemoteSettings } from './remote.ts';
import { toAddress } from './settings.ts';

const ALL_OPEN = { offset: 0, limit: 1000, descending: true };
const OTHERS =
  'Someone else pushed to its branch in the repository: what they pushed stays there and is not in this pull request. Merge or withdraw it there, or withdraw it here and raise the change again';

/** Commits of open requests missing from a lost copy. */
async function fetchMissing(services: Services, siteId: string, settings: RemoteSettings): Promise<void> {
  const { store, repositories } = services;
  const remote = toAddress(settings);
  const { rows } = await store.changesets.list({ siteId, statuses: ['OPEN'] }, ALL_OPEN);
  for (const row of rows.filter((one) => one.remote === remote && one.pushed_commit === one.head_commit))
    if (!(await repositoryOf(services, row).readCommit(row.head_commit)))
      await fetchCommit(repositories.copyOf(siteId), settings, row.head_commit, row.base_commit);
}

async function push(services: Services, row: ChangesetRow, settings: RemoteSettings): Promise<Pushed> {
  const copy = services.repositories.copyOf(row.site_id);
  const known = [row.base_commit];
  const to = row.status === 'OPEN' ? row.head_commit : undefined;
  const from = row.pushed_commit || undefined;
  const update = { branch: branchOf(row.id), from, to, known };
  const pushed = await pushBranch(copy, settings, update);
  // Deleted remotely: open requests get it again.
  const isGone = !pushed.isDone && pushed.at === undefined && to !== undefined;
  return isGone ? pushBranch(copy, settings, { ...update, from: undefined }) : pushed;
}

/**
 * Pushes open requests' branches and deletes ended ones'. The next turn finishes what a crash or an
 * unreachable server left; others' pushes stay.
 */
export async function settleRemote(
  services: Services,
  siteId: string,
  settings: RemoteSettings,
): Promise<void> {
  const { store, hub, log } = services;
  let isNews = false;
  const update = async (row: ChangesetRow, change: Partial<ChangesetRow>) => {
    await store.transaction((tx) => tx.changesets.update(row.id, change));
    isNews = true;
  };
  try {
    await markMerged(services, siteId, settings);
    for (const row of await store.changesets.listOwed(siteId, toAddress(settings))) {
      const isOpen = row.status === 'OPEN';
      try {
        const pushed = await push(services, row, settings);
        if (pushed.isDone)
          await update(row, isOpen ? { pushed_commit: row.head_commit, reason: '' } : { pushed_commit: '' });
        else if (!isOpen) await update(row, { pushed_commit: '' });
        else if (row.reason !== OTHERS) await update(row, { reason: OTHERS });
      } catch (error) {
        if (!(error instanceof RemoteProblem)) throw error;
        const reason = `Its branch is not in the repository yet: ${error.message}. ${error.advice}`;
        if (isOpen && row.reason !== reason) await update(row, { reason });
        if (error.isAway) break;
      }
    }
    await fetchMissing(services, siteId, settings);
    if (await settleProvider(services, siteId, settings)) isNews = true;
  } catch (error) {
    if (!settings.signal?.aborted && !(error instanceof RemoteProblem))
      log.error({ err: error, siteId }, 'branches of pull requests follow with the next synchronization');
  }
  if (isNews) hub.publish({ type: 'notification.changed', siteId });
}
