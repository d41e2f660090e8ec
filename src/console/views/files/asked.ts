import type { Asset } from '../../../contract/entities/asset.ts';
import { takesRequests } from '../../../contract/managed-site.ts';
import type { CommandContext } from '../../commands/context.ts';

type Shown = Pick<CommandContext, 'site' | 'sites'>;

/** A lookup table that the shown site has for itself, where it is managed by Git. */
export const isOfRepository = ({ site, sites }: Shown, file: Asset | undefined): boolean =>
  site?.managedByGit === true &&
  file?.assetType === 'LOOK_UP_DATA' &&
  (file.siteIds.length === 0 ? sites.length === 1 : file.siteIds.length === 1);

/** Whether its change needs a pull request. */
export const isAskedFor = (ctx: Shown, file: Asset | undefined): boolean =>
  isOfRepository(ctx, file) && takesRequests(ctx.site);
