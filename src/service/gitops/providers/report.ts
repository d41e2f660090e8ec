import type { Services } from '../../services.ts';
import type { GitFollowRow } from '../../store/schema.ts';
import { RemoteProblem } from '../follow/problem.ts';
import type { RemoteSettings } from '../follow/remote.ts';
import { openProvider } from './open.ts';

/** Prefix of a refusal, stored in place of the reported commit. */
const REFUSED = 'refused: ';

/** Why the newest status was refused, and advice; else empty. */
export const readStatusProblem = ({ reported }: Pick<GitFollowRow, 'reported'>): string =>
  reported.startsWith(REFUSED) ? reported.slice(REFUSED.length) : '';

/**
 * Reports a commit's result once; refusals are retried in the next turn.
 * @returns whether something is to be shown
 */
export async function reportCommit(
  { store, log }: Pick<Services, 'store' | 'log'>,
  site: { id: string; name: string },
  settings: RemoteSettings,
  row: GitFollowRow,
): Promise<boolean> {
  const keep = async (reported: string): Promise<boolean> => {
    if (row.reported === reported) return false;
    await store.transaction((tx) => tx.gitFollows.update(site.id, { reported }));
    return readStatusProblem({ reported }) !== readStatusProblem(row);
  };
  const provider = settings.provider && openProvider(settings.provider, settings.repo, settings.token);
  if (!provider) return readStatusProblem(row) !== '' && keep('');
  const isFailed = row.state === 'FAILED';
  const isDone = row.state === 'IN_SYNC' || row.state === 'DRIFTED';
  const commit = isFailed ? row.head_commit : row.applied_commit;
  const reported = `${commit} ${isFailed ? 'failed' : 'applied'}`;
  if (commit === '' || (!isFailed && !isDone) || row.reported === reported) return false;
  const text = isFailed ? row.reason : `Runs on site '${site.name}'`;
  try {
    await provider.setStatus(commit, { isFailed, context: `penstock/${site.name}`, text });
    return await keep(reported);
  } catch (error) {
    if (!(error instanceof RemoteProblem)) throw error;
    const isNews = await keep(`${REFUSED}${error.message}. ${error.advice}`);
    if (isNews)
      log.warn({ siteId: site.id, commit, reason: error.message }, 'a commit status could not be set');
    return isNews;
  }
}
