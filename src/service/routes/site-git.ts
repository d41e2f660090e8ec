import { ContractError } from '../../contract/errors.ts';
import { toGitFollow } from '../gitops/follow/entity.ts';
import { RemoteProblem } from '../gitops/follow/problem.ts';
import { readRemoteHead } from '../gitops/follow/remote.ts';
import { readRemoteSettings } from '../gitops/follow/settings.ts';
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
      const commit = await readRemoteHead(settings);
      const message = `Branch '${settings.branch}' can be read; its newest commit is ${commit.slice(0, 10)}`;
      return { isReached: true, message, advice: '', commit };
    } catch (error) {
      if (!(error instanceof RemoteProblem)) throw error;
      return { isReached: false, message: error.message, advice: error.advice, commit: '' };
    }
  },
} satisfies Pick<Handlers, 'syncSite' | 'testSiteRepository'>;
