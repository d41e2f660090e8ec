import { parseSshAddress } from '../../contract/entities/git-address.ts';
import { ContractError } from '../../contract/errors.ts';
import { toGitFollow } from '../gitops/follow/entity.ts';
import { RemoteProblem } from '../gitops/follow/problem.ts';
import { type RemoteSettings, readRemoteHead } from '../gitops/follow/remote.ts';
import { readRemoteSettings } from '../gitops/follow/settings.ts';
import { HostKeyProblem, readShownHostKey } from '../gitops/follow/ssh.ts';
import { computeFingerprint } from '../gitops/follow/ssh-key.ts';
import { listMissing } from '../gitops/providers/missing.ts';
import type { Handlers } from '../http/call-context.ts';
import { requireSite } from '../require.ts';
import type { Services } from '../services.ts';
import type { SiteRow } from '../store/schema.ts';

function requireFollowing(services: Services, site: SiteRow) {
  const settings = readRemoteSettings(services, site);
  if (settings) return settings;
  throw new ContractError(
    'CONFLICT',
    `Site '${site.name}' follows no repository: choose 'Followed' in its form first`,
  );
}

function describeHostKey({ repo, ssh }: RemoteSettings, key: string) {
  const host = parseSshAddress(repo)?.host ?? repo;
  const fingerprint = computeFingerprint(key);
  const message =
    ssh.hostKey === ''
      ? `The host key of ${host} is not confirmed yet: it is ${fingerprint}`
      : `${host} shows another host key than the one that was confirmed: ${fingerprint} in place of ${computeFingerprint(ssh.hostKey)}`;
  const advice =
    'Compare it with the fingerprint that the provider publishes, and confirm it if they are the same';
  return { isReached: false, message, advice, commit: '', missing: [], hostKey: { key, fingerprint } };
}

async function tryRepository(settings: RemoteSettings) {
  try {
    const commit = await readRemoteHead(settings);
    const message = `Branch '${settings.branch}' can be read; its newest commit is ${commit.slice(0, 10)}`;
    return { isReached: true, message, advice: '', commit, missing: await listMissing(settings) };
  } catch (error) {
    if (!(error instanceof HostKeyProblem)) throw error;
    return describeHostKey(settings, await readShownHostKey(settings));
  }
}

export const siteGitHandlers = {
  syncSite: async ({ path, body, services, tx, note }) => {
    const site = await requireSite(tx, path.siteId);
    requireFollowing(services, site);
    if (site.status !== 'ACTIVE')
      throw new ContractError(
        'CONFLICT',
        `Site '${site.name}' is inactive and follows nothing; activate it first`,
      );
    const row = await services.syncSite(site, { isPutBack: body.putBack });
    if (!row)
      throw new ContractError('CONFLICT', `Site '${site.name}' is being synchronized already; wait for it`);
    await note({
      entity: 'site',
      id: site.id,
      name: site.name,
      siteId: site.id,
      before: null,
      after: { commit: row.applied_commit, state: row.state, putBack: body.putBack },
    });
    return { follow: toGitFollow(services, row) };
  },
  testSiteRepository: async ({ path, services, tx }) => {
    const site = await requireSite(tx, path.siteId);
    const settings = requireFollowing(services, site);
    try {
      return await tryRepository(settings);
    } catch (error) {
      if (!(error instanceof RemoteProblem)) throw error;
      return { isReached: false, message: error.message, advice: error.advice, commit: '', missing: [] };
    }
  },
} satisfies Pick<Handlers, 'syncSite' | 'testSiteRepository'>;
