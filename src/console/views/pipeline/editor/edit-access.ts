import type { CallId } from '../../../../contract/calls/index.ts';
import type { Site } from '../../../../contract/entities/site.ts';
import { hasOwnRepository } from '../../../../contract/managed-site.ts';
import { callGuard } from '../../../commands/call-guard.ts';

/** Calls that save an edited pipeline. */
const EDIT_CALLS: readonly CallId[] = ['updatePipeline', 'createTransforms', 'saveGraph'];

/** Why the user may not save an earlier version anew; there, as a pull request. */
export const findRestoreRefusal = (site: Site | undefined): string | undefined =>
  callGuard.get()?.(hasOwnRepository(site) ? ['createChangeset'] : ['saveGraph'], site);

/** Why the user may not edit pipelines of the site; undefined when allowed. There, edits may end in a pull request. */
export const findEditRefusal = (site: Site | undefined): string | undefined =>
  callGuard.get()?.(hasOwnRepository(site) ? ['createChangeset'] : EDIT_CALLS, site);
