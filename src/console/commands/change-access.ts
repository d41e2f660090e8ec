import { type CallAccess, deletes } from '../../contract/calls/define.ts';
import type { CallId } from '../../contract/calls/index.ts';
import type { Site } from '../../contract/entities/site.ts';
import { directChangeRefusal, takesRequests } from '../../contract/managed-site.ts';
import { callGuard } from './call-guard.ts';

/**
 * Why the user may not change pipelines of the site by these calls; on a site that is changed by pull requests, why
 * they may not raise one. Undefined when allowed.
 */
export const findChangeRefusal = (
  site: Site | undefined,
  calls: readonly CallId[],
  needs?: readonly CallAccess[],
): string | undefined =>
  takesRequests(site) ? callGuard.get()?.(['createChangeset'], site) : callGuard.get()?.(calls, site, needs);

/** Why pipelines of the site are not deleted; where a pull request asks for it, why none is raised. */
export const findDeleteRefusal = (site: Site | undefined): string | undefined =>
  findChangeRefusal(site, ['runPipelineAction'], [deletes('PIPELINES')]) ??
  (takesRequests(site) ? undefined : directChangeRefusal(site, 'runPipelineAction', 'DELETE'));
