import type { SnapshotFrom } from 'xstate';
import type { siteSelectionMachine } from './site-selection.machine.ts';

export type SiteSelectionSnapshot = SnapshotFrom<typeof siteSelectionMachine>;

export const selectSiteId = ({ context }: SiteSelectionSnapshot): string | undefined => context.siteId;
