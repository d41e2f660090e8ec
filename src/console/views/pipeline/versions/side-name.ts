import { versionLabel } from '../../../../../machines/displayed-version/index.ts';
import type { Side } from './compare-address.ts';

type Named = readonly { version: number; name: string }[];

/** `v3 - name`, or what the editor holds. */
export const sideName = (side: Side, versions: Named): string =>
  side === 'draft' ? 'Draft' : versionLabel(side, versions.find((one) => one.version === side)?.name);
