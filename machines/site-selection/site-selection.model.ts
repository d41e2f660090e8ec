import { defineModel } from '../model.ts';
import { type KnownSite, siteSelectionMachine } from './site-selection.machine.ts';

export const NORTH: KnownSite = { id: '400000000000000001', status: 'ACTIVE' };
export const QUARRY: KnownSite = { id: '400000000000000002', status: 'INACTIVE' };
export const DEPOT: KnownSite = { id: '400000000000000003', status: 'ACTIVE' };
const UNKNOWN = '499999999999999999';

const read = (sites: readonly KnownSite[], ...wanted: (string | null)[]) =>
  ({ type: 'sites.read', sites, wanted }) as const;

export const siteSelectionModel = defineModel({
  name: 'siteSelection',
  machine: siteSelectionMachine,
  vocabulary: [
    read([QUARRY, NORTH, DEPOT]),
    read([QUARRY, NORTH, DEPOT], null, DEPOT.id),
    read([QUARRY, NORTH, DEPOT], DEPOT.id, NORTH.id),
    read([QUARRY, NORTH, DEPOT], UNKNOWN, UNKNOWN),
    read([QUARRY]),
    read([]),
    { type: 'sites.failed' },
    { type: 'site.picked', siteId: NORTH.id, leaves: false },
    { type: 'site.picked', siteId: DEPOT.id, leaves: false },
    { type: 'site.picked', siteId: DEPOT.id, leaves: true },
    { type: 'site.named', siteId: DEPOT.id },
    { type: 'session.ended' },
  ],
  key: ({ value, context }) => `${value} ${context.siteId ?? '-'} of ${context.sites.length}`,
});
