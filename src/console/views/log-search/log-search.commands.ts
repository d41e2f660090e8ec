import type { CommandContext } from '../../commands/context.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import { type Argument, defineCommands, type Option } from '../../commands/types.ts';
import './scope.ts';

const NOT_OPEN = 'Open Log Search first';
const scopeOf = (ctx: CommandContext) => ctx.scopes.logSearch;
const isOpen = (ctx: CommandContext): true | string => (scopeOf(ctx) ? true : NOT_OPEN);
const ALL_SOURCES = 'all';

const fieldArgument: Argument = {
  kind: 'option',
  name: 'field',
  title: 'Field',
  load: (ctx) =>
    (scopeOf(ctx)?.facets ?? []).map(({ field, distinct }) => ({
      id: field,
      label: field,
      detail: `${distinct} values`,
    })),
  empty: 'No field is known yet',
};
const valueArgument: Argument = {
  kind: 'option',
  name: 'value',
  title: 'Value',
  load: (ctx, _, { field }) =>
    (scopeOf(ctx)?.facets.find((facet) => facet.field === field)?.values ?? []).map(({ value, count }) => ({
      id: value,
      label: value === '' ? '(empty)' : value,
      detail: count,
    })),
  empty: 'No value is known yet',
};
const sourceOptions = (ctx: CommandContext): Option[] => [
  { id: ALL_SOURCES, label: 'All archived sources' },
  ...(scopeOf(ctx)?.sources ?? []).map(({ id, name, isArchived, problem }) => ({
    id,
    label: name,
    detail: isArchived ? 'archived now' : 'archive ended',
    ...(problem === '' ? {} : { disabledReason: problem }),
  })),
];

const canExport = (ctx: CommandContext): true | string => scopeOf(ctx)?.canExport ?? NOT_OPEN;

export const logSearchCommands = defineCommands([
  {
    id: 'logSearch.source',
    title: 'Search the archive of',
    listTitle: 'Log Search: choose a source',
    group: 'View',
    icon: 'archive',
    keywords: ['source', 'which'],
    keys: 'a',
    scope: 'logSearch',
    bar: 'Archive',
    enabled: isOpen,
    args: [{ kind: 'option', name: 'source', title: 'Source', load: sourceOptions }],
    run: (ctx, { source }) => scopeOf(ctx)?.setSource(source === ALL_SOURCES ? undefined : source),
  },
  {
    id: 'logSearch.facets',
    title: 'Go to facets',
    listTitle: 'Log Search: go to facets',
    group: 'View',
    icon: 'filter',
    keys: 'f',
    scope: 'logSearch',
    bar: 'Facets',
    palette: false,
    enabled: (ctx) => (scopeOf(ctx)?.facetList.current ? true : 'There are no facets'),
    run: (ctx) => scopeOf(ctx)?.facetList.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
  },
  {
    id: 'logSearch.histogram',
    title: 'Go to histogram',
    listTitle: 'Log Search: go to histogram',
    group: 'View',
    icon: 'activity',
    keys: 'h',
    scope: 'logSearch',
    palette: false,
    enabled: (ctx) => (scopeOf(ctx)?.histogram.current ? true : 'There is no histogram'),
    run: (ctx) => scopeOf(ctx)?.histogram.current?.focus(),
  },
  {
    id: 'logSearch.zoom',
    title: 'Zoom to the chosen time',
    listTitle: 'Log Search: zoom to the time chosen in the histogram',
    group: 'View',
    icon: 'search',
    keys: 'z',
    scope: 'logSearch',
    bar: false,
    enabled: (ctx) => {
      if (!scopeOf(ctx)) return NOT_OPEN;
      return scopeOf(ctx)?.zoom ? true : 'Choose a time in the histogram first';
    },
    run: (ctx) => scopeOf(ctx)?.zoom?.(),
  },
  {
    id: 'logSearch.include',
    title: 'Include a value',
    listTitle: 'Log Search: include a value',
    group: 'View',
    icon: 'plus',
    keywords: ['filter in', 'only'],
    keys: 'i',
    scope: 'logSearch',
    enabled: isOpen,
    args: [fieldArgument, valueArgument],
    run: (ctx, { field = '', value = '' }) => scopeOf(ctx)?.narrow(field, value, false),
  },
  {
    id: 'logSearch.exclude',
    title: 'Exclude a value',
    listTitle: 'Log Search: exclude a value',
    group: 'View',
    icon: 'minus',
    keywords: ['filter out', 'not'],
    keys: 'Shift+i',
    scope: 'logSearch',
    enabled: isOpen,
    args: [fieldArgument, valueArgument],
    run: (ctx, { field = '', value = '' }) => scopeOf(ctx)?.narrow(field, value, true),
  },
  {
    id: 'logSearch.column',
    title: 'Show a field as column',
    listTitle: 'Log Search: show or hide a field as column',
    group: 'View',
    icon: 'columns',
    keys: 'c',
    scope: 'logSearch',
    bar: 'Column',
    enabled: isOpen,
    args: [fieldArgument],
    run: (ctx, { field = '' }) => scopeOf(ctx)?.toggleColumn(field),
  },
  {
    id: 'logSearch.history',
    title: 'Earlier queries',
    listTitle: 'Log Search: earlier queries',
    group: 'View',
    icon: 'history',
    keywords: ['recent', 'history'],
    keys: 'e',
    scope: 'logSearch',
    bar: 'Earlier',
    enabled: (ctx) => {
      if (!scopeOf(ctx)) return NOT_OPEN;
      return (scopeOf(ctx)?.history.length ?? 0) > 0 ? true : 'No queries were run in this browser yet';
    },
    args: [
      {
        kind: 'option',
        name: 'query',
        title: 'Query',
        load: (ctx) => (scopeOf(ctx)?.history ?? []).map((query) => ({ id: query, label: query })),
      },
    ],
    run: (ctx, { query = '' }) => scopeOf(ctx)?.setQuery(query),
  },
  {
    id: 'logSearch.exportNdjson',
    title: 'Export NDJSON',
    listTitle: 'Log Search: export as lines of JSON',
    group: 'View',
    icon: 'download',
    keywords: ['save', 'download', 'lines'],
    scope: 'logSearch',
    enabled: canExport,
    run: (ctx) => scopeOf(ctx)?.save('ndjson'),
  },
  {
    id: 'logSearch.exportJson',
    title: 'Export JSON',
    listTitle: 'Log Search: export as one JSON list',
    group: 'View',
    icon: 'download',
    keywords: ['save', 'download'],
    scope: 'logSearch',
    enabled: canExport,
    run: (ctx) => scopeOf(ctx)?.save('json'),
  },
]);

export const logSearchScopes: readonly ScopeDefinition[] = [
  { id: 'logSearch', mode: 'RESULTS', alongside: ['list'] },
];
