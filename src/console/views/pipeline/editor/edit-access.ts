import type { Site } from '../../../../contract/entities/site.ts';
import { findChangeRefusal } from '../../../commands/change-access.ts';

/** Why the user may not save an earlier version anew; there, as a pull request. */
export const findRestoreRefusal = (site: Site | undefined): string | undefined =>
  findChangeRefusal(site, ['saveGraph']);

/** Why the user may not edit pipelines of the site; undefined when allowed. There, edits may end in a pull request. */
export const findEditRefusal = (site: Site | undefined): string | undefined =>
  findChangeRefusal(site, ['updatePipeline', 'createTransforms', 'saveGraph']);
