import { expect, test } from 'vitest';
import { listEnabledApps } from './apps.ts';
import { QUERY_ROUTES } from './query-routes.ts';
import { isFlagOn } from './route-flag.ts';

const toRoute = (row: (typeof QUERY_ROUTES)[number]) => ({ ...row, path: row.patterns[0] });

test('Search: queries, data and dashboards, each with its flag [R1-21, R2.1-93, R6-27]', () => {
  const routes = QUERY_ROUTES.map(toRoute);
  expect(routes.map(({ path }) => path)).toEqual([
    '/querySearch/query',
    '/querySearch/query/:queryId',
    '/querySearch/data',
    '/querySearch/dashboards',
    '/querySearch/dashboards/:dashboardId',
  ]);
  const appIds = (...flags: ('queryLayer' | 'appSearch')[]) =>
    listEnabledApps(routes, new Set(flags)).map(({ id }) => id);
  expect(appIds('queryLayer', 'appSearch')).toEqual(['search']);
  expect(appIds('appSearch')).toEqual([]);
  for (const { flag } of routes) {
    expect(isFlagOn(flag, new Set(['queryLayer']))).toBe(true);
    expect(isFlagOn(flag, new Set())).toBe(false);
  }
});
