import type { SiteRepository } from '../../contract/entities/changeset.ts';
import { hasOwnRepository } from '../../contract/managed-site.ts';
import { formatTime } from '../clock.ts';
import type { Services } from '../services.ts';
import { readGitSettings } from '../sites/git.ts';
import type { Repositories } from '../store/index.ts';
import type { SiteRow } from '../store/schema.ts';
import { MAIN } from './repository.ts';

/** Null unless the service keeps it. Omits messages, which name pipelines. */
export async function readSiteRepository(
  { flags, repositories }: Pick<Services, 'flags' | 'repositories'>,
  tx: Repositories,
  row: SiteRow,
): Promise<SiteRepository | null> {
  if (!hasOwnRepository(readGitSettings(flags, row))) return null;
  const repository = repositories.of(row.id);
  const head = (await repository.exists()) ? await repository.readBranch(MAIN) : undefined;
  const commit = head === undefined ? undefined : await repository.readCommit(head);
  return {
    branch: MAIN,
    commit: commit?.id ?? '',
    committedAt: formatTime(commit?.at ?? 0),
    openPullRequests: await tx.changesets.count({ siteId: row.id, statuses: ['OPEN'] }),
  };
}
