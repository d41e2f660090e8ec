import { REQUEST_PROVIDERS } from '../../../contract/entities/git-providers.ts';
import { followsRepository } from '../../../contract/managed-site.ts';
import type { Services } from '../../services.ts';
import { readGitSettings, readGitToken, readSshKeys } from '../../sites/git.ts';
import type { SiteRow } from '../../store/schema.ts';
import type { RemoteSettings } from './remote.ts';

export function readRemoteSettings(
  services: Pick<Services, 'flags' | 'sealer' | 'repositories'>,
  site: SiteRow,
): RemoteSettings | undefined {
  const settings = readGitSettings(services.flags, site);
  if (!followsRepository(settings) || !settings.git) return undefined;
  const { repo, branch, path, api = '' } = settings.git;
  const kind = REQUEST_PROVIDERS.find((one) => one === settings.git?.provider);
  const ssh = { ...readSshKeys(services, site), folder: services.repositories.folder };
  return { repo, branch, path, token: readGitToken(services, site), ssh, provider: kind && { kind, api } };
}

/** A new address starts over: the former one's content is not deleted. */
export const toAddress = ({ repo, branch, path }: RemoteSettings): string =>
  JSON.stringify([repo, branch, path]);
