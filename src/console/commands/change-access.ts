import { type CallAccess, deletes } from '../../contract/calls/define.ts';
import type { CallId } from '../../contract/calls/index.ts';
import type { Site } from '../../contract/entities/site.ts';
import { directChangeRefusal, takesRequests } from '../../contract/managed-site.ts';
import { callGuard } from './call-guard.ts';

/**
 * Why the user may not change the site's pipelines by these calls, or raise a pull request for it. Undefined
 * when allowed.
 */
export const findChangeRefusal = (
  site: Site | undefined,
  calls: readonly CallId[],
  needs?: readonly CallAccess[],
): string | undefined =>
  takesRequests(site) ? callGuard.get()?.(['createChangeset'], site) : callGuard.get()?.(calls, site, needs);

/** Why the user may not delete the site's pipelines, or raise a pull request for it. */
export const findDeleteRefusal = (site: Site | undefined): string | undefined =>
  findChangeRefusal(site, ['runPipelineAction'], [deletes('PIPELINES')]) ??
  (takesRequests(site) ? undefined : directChangeRefusal(site, 'runPipelineAction', 'DELETE'));
