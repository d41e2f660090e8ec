import { defineModel } from '../model.ts';
import { filterBarMachine } from './filter-bar.machine.ts';
import type { FilterBarDefinition } from './filter-bar.types.ts';

/** One filter has fixed values, the other loads them. */
export const MODEL_BAR: FilterBarDefinition = {
  id: 'model',
  store: 'session',
  mirrorsUrl: true,
  resetsOnSiteChange: true,
  filters: [
    {
      id: 'status',
      kind: 'multi',
      values: ['deployed', 'error', 'deleted'],
      default: ['deployed', 'error'],
    },
    { id: 'source', kind: 'multi', default: 'all' },
  ],
};

export const MODEL_SITES = ['site-1', 'site-2'] as const;
export const MODEL_STORED = JSON.stringify({ site: MODEL_SITES[0], filters: { status: ['deleted'] } });

export const filterBarModel = defineModel({
  name: 'filter bar',
  machine: filterBarMachine,
  input: { definition: MODEL_BAR, siteId: MODEL_SITES[0], query: '', stored: undefined },
  vocabulary: [
    { type: 'filter.picked', filter: 'status', selection: ['error'] },
    { type: 'filter.picked', filter: 'source', selection: ['s1'] },
    { type: 'filter.all', filter: 'status' },
    { type: 'filter.all', filter: 'source' },
    { type: 'filter.cleared', filter: 'status' },
    { type: 'filter.cleared', filter: 'source' },
    { type: 'filters.reset' },
    { type: 'values.arrived', filter: 'source', values: ['s1', 's2', 's3'] },
    { type: 'values.arrived', filter: 'source', values: ['s2', 's3'] },
    { type: 'site.changed', siteId: MODEL_SITES[0] },
    { type: 'site.changed', siteId: MODEL_SITES[1] },
    { type: 'address.changed', query: '', stored: undefined },
    { type: 'address.changed', query: '', stored: MODEL_STORED },
    { type: 'address.changed', query: 'statuses=error&sourceIds=s1', stored: MODEL_STORED },
    { type: 'address.changed', query: 'statuses=error&statuses=lost&sourceIds=', stored: MODEL_STORED },
  ],
  key: ({ value, context: { choices, values, siteId } }) =>
    `${String(value)} ${siteId} ${JSON.stringify(choices.status)} ${JSON.stringify(choices.source)} of ${values.source?.join() ?? 'unknown'}`,
});
