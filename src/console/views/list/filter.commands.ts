import type { CommandContext } from '../../commands/context.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import { type Command, defineCommands, type Option } from '../../commands/types.ts';
import {
  FILTER_IDS,
  FILTER_NAMES,
  type FilterFacts,
  type FilterId,
} from '../../components/list-filters/filter-facts.ts';
import type { FilterBar } from '../../state/filter-bar.ts';

export type FiltersScope = {
  open: () => void;
  canReset: boolean;
  reset: () => void;
};

export type FilterScope = { bar: FilterBar; facts: FilterFacts };

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    filters: FiltersScope;
    'filters.status': FilterScope;
    'filters.source': FilterScope;
    'filters.destination': FilterScope;
    'filters.type': FilterScope;
    'filters.errorLevel': FilterScope;
    'filters.pipeline': FilterScope;
    'filters.category': FilterScope;
    'filters.state': FilterScope;
    'filters.metricType': FilterScope;
    'filters.instances': FilterScope;
    'filters.transform': FilterScope;
    'filters.topic': FilterScope;
    'filters.severity': FilterScope;
    'filters.activity': FilterScope;
    'filters.user': FilterScope;
    'filters.action': FilterScope;
    'filters.thing': FilterScope;
    'filters.result': FilterScope;
    'filters.node': FilterScope;
    'filters.reason': FilterScope;
    'filters.period': FilterScope;
    'filters.acknowledged': FilterScope;
  }
}

const buildScopeId = <Id extends FilterId>(id: Id) => `filters.${id}` as const;

export const filterScopes: readonly ScopeDefinition[] = [
  { id: 'filters', mode: 'LIST', alongside: ['list'] },
  ...FILTER_IDS.map((id) => ({ id: buildScopeId(id), mode: 'LIST' })),
];

/** Option ids; the prefix avoids collisions. */
const ALL = 'all';
const ONLY = 'is:';

const listFilterOptions = ({ facts }: FilterScope) =>
  facts.kind === 'grouped' ? facts.groups.flatMap(({ options }) => options) : facts.options;

/** Everything, then each value with its current state. */
function toSelectionOptions(scope: FilterScope): Option[] {
  const selection = scope.bar.selection(scope.facts.id);
  const isNow = (value: string) => selection !== 'all' && selection.includes(value);
  const hasAll = scope.facts.kind !== 'single' || scope.facts.hasAll !== false;
  const all = { id: ALL, label: 'All', ...(selection === 'all' ? { detail: 'shown now' } : {}) };
  return [
    ...(hasAll ? [all] : []),
    ...listFilterOptions(scope).map(({ value, label }) => ({
      id: `${ONLY}${value}`,
      label,
      ...(isNow(value) ? { detail: 'shown now' } : {}),
    })),
  ];
}

const createFilterCommand = (id: FilterId): Command => {
  const readScope = (ctx: CommandContext): FilterScope | undefined => ctx.scopes[buildScopeId(id)];
  return {
    id: `filters.${id}`,
    title: `Filter by ${FILTER_NAMES[id].toLowerCase()}`,
    group: 'List',
    icon: 'filter',
    keywords: ['show', 'only', 'narrow'],
    scope: buildScopeId(id),
    bar: false,
    enabled: (ctx) => readScope(ctx)?.facts.disabledReason ?? true,
    args: [
      {
        name: 'value',
        title: FILTER_NAMES[id],
        kind: 'option',
        load: (ctx) => {
          const scope = readScope(ctx);
          return scope ? toSelectionOptions(scope) : [];
        },
      },
    ],
    run: (ctx, { value = ALL }) =>
      readScope(ctx)?.bar.pick(id, value === ALL ? 'all' : [value.slice(ONLY.length)]),
  };
};

export const filterCommands = defineCommands([
  {
    id: 'filters.open',
    title: 'Filter the list',
    group: 'List',
    icon: 'filter',
    keys: 'f',
    scope: 'filters',
    bar: 'Filter',
    enabled: (ctx) => (ctx.scopes.filters ? true : 'Open a list first'),
    run: (ctx) => ctx.scopes.filters?.open(),
  },
  {
    id: 'filters.reset',
    title: 'Reset filters',
    group: 'List',
    icon: 'filter',
    keywords: ['clear', 'default', 'all'],
    scope: 'filters',
    bar: false,
    enabled: (ctx) => (ctx.scopes.filters?.canReset ? true : 'All filters are at their defaults'),
    run: (ctx) => ctx.scopes.filters?.reset(),
  },
  ...FILTER_IDS.map(createFilterCommand),
]);
