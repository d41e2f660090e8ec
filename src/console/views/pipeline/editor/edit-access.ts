import type { Site } from '../../../../contract/entities/site.ts';
import { findChangeRefusal } from '../../../commands/change-access.ts';

/** Why the user may not restore an earlier version, or request it. */
export const findRestoreRefusal = (site: Site | undefined): string | undefined =>
  findChangeRefusal(site, ['saveGraph']);

/**
 * Why the user may not edit the site's pipelines; undefined when allowed. Edits may end in a pull request.
 */
export const findEditRefusal = (site: Site | undefined): string | undefined =>
  findChangeRefusal(site, ['updatePipeline', 'createTransforms', 'saveGraph']);
