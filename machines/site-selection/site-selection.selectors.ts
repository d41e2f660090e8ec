import type { SnapshotFrom } from 'xstate';
import type { siteSelectionMachine } from './site-selection.machine.ts';

export type SiteSelectionSnapshot = SnapshotFrom<typeof siteSelectionMachine>;

/** Id of the site the console works on. */
export const selectSiteId = ({ context }: SiteSelectionSnapshot): string | undefined => context.siteId;
