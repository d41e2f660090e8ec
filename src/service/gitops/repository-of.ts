import type { Services } from '../services.ts';
import type { ChangesetRow } from '../store/schema.ts';
import { type GitRepository, openRepository } from './repository.ts';

export function repositoryOf(
  { repositories }: Pick<Services, 'repositories'>,
  { site_id: siteId, remote }: Pick<ChangesetRow, 'site_id' | 'remote'>,
): GitRepository {
  if (remote === '') return repositories.of(siteId);
  const { gitdir, fs } = repositories.copyOf(siteId);
  const [, , path] = JSON.parse(remote) as string[];
  return openRepository(gitdir, fs, path);
}
