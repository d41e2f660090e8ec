import { followsRepository } from '../../../contract/managed-site.ts';
import type { Services } from '../../services.ts';
import { readGitSettings, readGitToken } from '../../sites/git.ts';
import type { SiteRow } from '../../store/schema.ts';
import type { RemoteSettings } from './remote.ts';

/** Undefined where the site follows no repository. */
export function readRemoteSettings(
  services: Pick<Services, 'flags' | 'sealer'>,
  site: SiteRow,
): RemoteSettings | undefined {
  const settings = readGitSettings(services.flags, site);
  if (!followsRepository(settings) || !settings.git) return undefined;
  const { repo, branch, path } = settings.git;
  return { repo, branch, path, token: readGitToken(services, site) };
}

/** Another address is followed from the start: what the former one held is then not deleted. */
export const toAddress = ({ repo, branch, path }: RemoteSettings): string =>
  JSON.stringify([repo, branch, path]);
