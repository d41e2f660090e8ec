import { useMemo } from 'react';
import type { FilterBarDefinition } from '../../../../machines/filter-bar/index.ts';
import type { ErrorEntry } from '../../../contract/entities/analytics.ts';
import { NODE_TYPES } from '../../../contract/enums.ts';
import { useFilterBar } from '../../state/filter-bar.ts';
import { type RowFilter, useRowFilters } from '../list-filters/use-row-filters.ts';
import { CATEGORIES, type ErrorRow, type PipelineNames } from './columns.tsx';
import { getLevelLook, listLevels } from './error-level.ts';

const ERROR_LEVEL = { id: 'errorLevel', kind: 'multi', default: 'all' } as const;

/** Stored only in the address. */
const OF_PIPELINE: FilterBarDefinition = {
  id: 'pipelineErrors',
  store: 'none',
  mirrorsUrl: true,
  resetsOnSiteChange: true,
  filters: [ERROR_LEVEL],
};

const STATES = { open: 'Not acknowledged', acknowledged: 'Acknowledged' } as const;
type State = keyof typeof STATES;
const STATE_IDS: readonly State[] = ['open', 'acknowledged'];

const OF_SITE: FilterBarDefinition = {
  ...OF_PIPELINE,
  id: 'siteErrors',
  filters: [
    ERROR_LEVEL,
    { id: 'pipeline', kind: 'multi', default: 'all' },
    { id: 'category', kind: 'multi', default: 'all', values: NODE_TYPES },
    { id: 'state', kind: 'multi', default: 'all', values: STATE_IDS },
  ],
};

const getErrorState = ({ isAcknowledged }: ErrorEntry): State => (isAcknowledged ? 'acknowledged' : 'open');

const createLevelFilter = (levels: readonly string[]): RowFilter<ErrorRow> => ({
  id: 'errorLevel',
  label: 'Error Level',
  kind: 'multi',
  options: levels.map((level) => ({ value: level, label: level, ...getLevelLook(level) })),
  valuesOf: ({ errorLevel }) => errorLevel,
});

const createSiteFilters = (names: NonNullable<PipelineNames>): RowFilter<ErrorRow>[] => [
  {
    id: 'pipeline',
    label: 'Pipeline',
    kind: 'multi',
    searchable: true,
    options: [...names].map(([value, label]) => ({ value, label })),
    valuesOf: ({ pipelineId }) => pipelineId,
  },
  {
    id: 'category',
    label: 'Component Category',
    kind: 'multi',
    options: NODE_TYPES.map((value) => ({ value, label: CATEGORIES[value] })),
    valuesOf: ({ nodeType }) => nodeType,
  },
  {
    id: 'state',
    label: 'State',
    kind: 'multi',
    options: STATE_IDS.map((value) => ({ value, label: STATES[value] })),
    valuesOf: getErrorState,
  },
];

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** @param names of the site's pipelines; omitted for one pipeline's list */
export function useErrorFilters(
  siteId: string,
  errors: readonly ErrorRow[],
  isLoading: boolean,
  names?: { known: PipelineNames },
) {
  const found = [...new Set(errors.map(({ errorLevel }) => errorLevel))].toSorted().join('\n');
  const levels = useMemo(() => listLevels(found === '' ? [] : found.split('\n')), [found]);
  const isSite = names !== undefined;
  const known = names?.known;
  const values = useMemo(
    () => ({
      errorLevel: isLoading ? undefined : levels,
      ...(isSite ? { pipeline: known && [...known.keys()] } : {}),
    }),
    [levels, isLoading, isSite, known],
  );
  const bar = useFilterBar(isSite ? OF_SITE : OF_PIPELINE, { siteId, values });
  const filters = useMemo(
    () => [createLevelFilter(levels), ...(isSite ? createSiteFilters(known ?? NO_NAMES) : [])],
    [levels, isSite, known],
  );
  return useRowFilters(bar, errors, filters);
}
