import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { useErrorFilters } from '../../src/console/components/errors/use-error-filters.ts';
import type { FilterBar } from '../../src/console/state/filter-bar.ts';
import { LocationProvider } from '../../src/console/state/location.tsx';
import { resetTimeRange, selectTimeRange } from '../../src/console/state/time-filter.ts';
import { useAuditFilters } from '../../src/console/views/audit/use-audit-filters.ts';
import { useConnectionFilters } from '../../src/console/views/connections/use-connection-filters.ts';
import { useLetterFilters } from '../../src/console/views/dead-letters/use-letter-filters.ts';
import { useFileFilters } from '../../src/console/views/files/FilesPage.tsx';
import { useSiteAnalyticsFilters } from '../../src/console/views/monitoring/use-site-analytics-filters.ts';
import { useNotificationFilters } from '../../src/console/views/notifications/use-notification-filters.ts';
import { useAnalyticsFilters } from '../../src/console/views/pipeline/analytics/use-analytics-filters.ts';
import { usePipelineFilters } from '../../src/console/views/pipelines/use-pipeline-filters.ts';
import { emptyDraft } from '../../src/graph/draft.ts';

const SITE = '400000000000000001';
const PIPELINE = { id: '300000000000000001', name: 'web', siteId: SITE };
const NONE: never[] = [];
const DRAFT = emptyDraft('web logs');

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
  ['dead letters', () => useLetterFilters(SITE, NONE), 'period', 'any', ['penstock.filters.deadLetters']],
  ['audit', () => useAuditFilters(SITE), 'result', 'denied', ['penstock.filters.audit']],
  [
    'notifications',
    () => useNotificationFilters(SITE, NONE),
    'severity',
    'error',
    ['penstock.filters.notifications'],
  ],
  ['files', () => useFileFilters(SITE, NONE), 'type', 'DATA', ['penstock.filters.files']],
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

test('filters of Monitoring are kept by the browser, and return in another tab [R2.8-21]', () => {
  const useBar = () => useSiteAnalyticsFilters(SITE, NONE, NONE).bar;
  const first = renderHook(useBar, { wrapper: Around });
  act(() => first.result.current.pick('metricType', ['EVENTS_COUNT']));
  expect(keysOf(localStorage)).toEqual(['penstock.filters.siteAnalytics']);
  expect(keysOf(sessionStorage)).toEqual([]);
  first.unmount();
  window.history.replaceState(null, '', '/anywhere');
  const again = renderHook(useBar, { wrapper: Around });
  expect(again.result.current.selection('metricType')).toEqual(['EVENTS_COUNT']);
});

test('the time range is kept by the browser [R2.8-33]', () => {
  act(() => selectTimeRange('4h'));
  expect(keysOf(localStorage)).toEqual(['penstock.timeFilter']);
  expect(keysOf(sessionStorage)).toEqual([]);
  act(resetTimeRange);
});
