import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { MODEL_BAR, MODEL_SITES } from '../../machines/filter-bar/filter-bar.model.ts';
import { useErrorFilters } from '../../src/console/components/errors/use-error-filters.ts';
import { type FilterBar, useFilterBar } from '../../src/console/state/filter-bar.ts';
import { LocationProvider } from '../../src/console/state/location.tsx';
import { resetTimeRange, selectTimeRange } from '../../src/console/state/time-filter.ts';
import { useConnectionFilters } from '../../src/console/views/connections/use-connection-filters.ts';
import { useFileFilters } from '../../src/console/views/files/FilesPage.tsx';
import { useAnalyticsFilters } from '../../src/console/views/pipeline/analytics/use-analytics-filters.ts';
import { usePipelineFilters } from '../../src/console/views/pipelines/use-pipeline-filters.ts';
import { emptyDraft } from '../../src/graph/draft.ts';

const SITE = '400000000000000001';
const PIPELINE = { id: '300000000000000001', name: 'web', siteId: SITE };
const NONE: never[] = [];
const DRAFT = emptyDraft('web logs');

const BROWSER_BAR = { ...MODEL_BAR, store: 'local' } as const;

const client = new QueryClient();
const Around = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>
    <LocationProvider>{children}</LocationProvider>
  </QueryClientProvider>
);
const keysOf = (store: Storage) => Object.keys(store).filter((key) => key.startsWith('penstock.'));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/anywhere');
});

type Case = [screen: string, useBar: () => { bar: FilterBar }, filter: string, value: string, kept: string[]];
test.each<Case>([
  [
    'pipelines',
    () => usePipelineFilters(SITE, NONE, NONE),
    'status',
    'deleted',
    ['penstock.filters.pipelines'],
  ],
  [
    'sources',
    () => useConnectionFilters('source', SITE, NONE, NONE),
    'status',
    'INACTIVE',
    ['penstock.filters.sources'],
  ],
  [
    'destinations',
    () => useConnectionFilters('destination', SITE, NONE, NONE),
    'status',
    'INACTIVE',
    ['penstock.filters.destinations'],
  ],
  ['files', () => useFileFilters(SITE, NONE), 'type', 'SECRET', ['penstock.filters.files']],
  ['the errors of a pipeline', () => useErrorFilters(SITE, NONE, false), 'errorLevel', 'INFO', []],
  [
    'the analytics of a pipeline',
    () => useAnalyticsFilters(PIPELINE, DRAFT, NONE),
    'metricType',
    'EVENTS_COUNT',
    [],
  ],
])(
  'choices for %s: lists keep them per tab, details tabs never [R2.8-20, R2.8-22, R2.8-33]',
  (_screen, useBar, filter, value, kept) => {
    const { result } = renderHook(useBar, { wrapper: Around });
    act(() => result.current.bar.pick(filter, [value]));
    expect(result.current.bar.selection(filter)).toEqual([value]);
    expect(keysOf(sessionStorage)).toEqual(kept);
    expect(keysOf(localStorage)).toEqual([]);
    expect(window.location.search).toContain(value);
  },
);

test('a bar kept by the browser returns in another tab [R2.8-21]', () => {
  const useBar = () => useFilterBar(BROWSER_BAR, { siteId: MODEL_SITES[0] });
  const first = renderHook(useBar, { wrapper: Around });
  act(() => first.result.current.pick('status', ['error']));
  expect(keysOf(localStorage)).toEqual(['penstock.filters.model']);
  expect(keysOf(sessionStorage)).toEqual([]);
  first.unmount();
  window.history.replaceState(null, '', '/anywhere');
  const again = renderHook(useBar, { wrapper: Around });
  expect(again.result.current.selection('status')).toEqual(['error']);
});

test('the time range is kept by the browser [R2.8-33]', () => {
  act(() => selectTimeRange('4h'));
  expect(keysOf(localStorage)).toEqual(['penstock.timeFilter']);
  expect(keysOf(sessionStorage)).toEqual([]);
  act(resetTimeRange);
});
