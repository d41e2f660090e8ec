import { describe, expect, test } from 'vitest';
import { matchRoute } from './route-match.ts';
import { findRouteById, matchAddress, ROUTES } from './routes.ts';

const table = {
  routes: [
    { id: 'create', patterns: ['/things/create'] },
    { id: 'thing', patterns: ['/things/:id'] },
    { id: 'gated', patterns: ['/reports'], flag: 'userReports' },
  ],
  redirects: [
    { from: '/settings/roles', to: '/settings/accessManagement/roles' },
    { from: '/settings/roles/:roleId', to: '/settings/accessManagement/roles/:roleId' },
  ],
} as const;
const match = (path: string, flags?: ReadonlySet<'userReports'>) => matchRoute(table, path, flags);

describe('the table of routes', () => {
  test('the first pattern that fits wins', () => {
    expect(match('/things/create')).toMatchObject({ route: { id: 'create' } });
    expect(match('/things/7')).toMatchObject({ route: { id: 'thing' } });
    expect(match('/things/7/more')).toEqual({ kind: 'none' });
  });

  test('a former address leads on, keeping the id [R2.1-70, R2.1-71]', () => {
    expect(match('/settings/roles')).toEqual({ kind: 'redirect', to: '/settings/accessManagement/roles' });
    expect(match('/settings/roles/12')).toEqual({
      kind: 'redirect',
      to: '/settings/accessManagement/roles/12',
    });
  });

  test('a route whose flag is off is not found; unread flags are awaited [R2.1-94]', () => {
    expect(match('/reports')).toEqual({ kind: 'pending' });
    expect(match('/reports', new Set())).toEqual({ kind: 'none' });
    expect(match('/reports', new Set(['userReports']))).toMatchObject({ kind: 'route' });
  });

  test.each([
    [[], 'none'],
    [['logSearchV1'], 'route'],
    [['logSearchV2'], 'route'],
    [['logSearchV1', 'logSearchV2'], 'route'],
  ] as const)('Log Search: flags %j lead to %s [R2.1-84, R2.1-85, R6-07]', (flags, kind) => {
    expect(matchAddress('/log-search', new Set(flags)).kind).toBe(kind);
  });

  test('hydration is always listed; one job needs its flag [R2.1-83, R6-22]', () => {
    const job = '/hydration/317956870024070259';
    expect(matchAddress('/hydration', new Set())).toMatchObject({ route: { id: 'hydrations' } });
    expect(matchAddress(job, new Set()).kind).toBe('none');
    expect(matchAddress(job, new Set(['hydrationV2']))).toMatchObject({ route: { id: 'hydration' } });
  });

  test('alerts and their rules share a flag [R2.1-88, R2.1-89, R6-13]', () => {
    for (const [path, id] of [
      ['/alerts', 'alerts'],
      ['/alerts/manageAlerts', 'alertRules'],
      ['/alerts/manageChannels', 'alertChannels'],
      ['/alerts/manageSilences', 'alertSilences'],
    ] as const) {
      expect(matchAddress(path, new Set())).toEqual({ kind: 'none' });
      expect(matchAddress(path, new Set(['alertEventsPage']))).toMatchObject({
        kind: 'route',
        route: { id },
      });
    }
  });

  describe('Fleet Manager [R1-20, R2.1-38, R2.1-40, R2.1-42, R2.1-44, R2.1-46, R2.1-47, R2.1-48]', () => {
    test.each([
      ['/fleetManager/fleets', 'fleets'],
      ['/fleetManager/fleets/817956854733640009', 'fleet'],
      ['/fleetManager/agents', 'agents'],
      ['/fleetManager/agents/817956854733640009', 'agent'],
      ['/fleetManager/configurations', 'configurations'],
      ['/fleetManager/configurations/create', 'createConfiguration'],
      ['/fleetManager/configurations/817956854733640009', 'configuration'],
    ] as const)('%s is %s, with its flag alone', (path, id) => {
      expect(matchAddress(path, new Set())).toEqual({ kind: 'none' });
      const flags = new Set(['fleetManagement'] as const);
      expect(matchAddress(path, flags)).toMatchObject({ kind: 'route', route: { id } });
    });
  });

  test('reports are there with their flag alone [R2.1-91, R2.2-12, R6-14]', () => {
    expect(matchAddress('/reports', new Set())).toEqual({ kind: 'none' });
    expect(matchAddress('/reports', new Set(['userReports']))).toMatchObject({ route: { id: 'reports' } });
  });

  test('API Keys are there with their flag alone [R2.1-87, R6-12]', () => {
    expect(matchAddress('/settings/apiKeys', new Set())).toEqual({ kind: 'none' });
    expect(matchAddress('/settings/apiKeys', new Set(['apiKeys']))).toMatchObject({
      kind: 'route',
      route: { id: 'apiKeys' },
    });
  });

  test('an address of no screen is no page [R2.1-77]', () => {
    expect(matchAddress('/nowhere', new Set())).toEqual({ kind: 'none' });
  });

  test('a screen of one thing names a list that has an address [R4-101]', () => {
    const wrong = ROUTES.filter(
      ({ listOnSiteChange }) => listOnSiteChange && findRouteById(listOnSiteChange)?.path === undefined,
    );
    expect(wrong).toEqual([]);
    const withId = ROUTES.filter(({ patterns }) => patterns.some((pattern) => pattern.includes(':')));
    // A site's own screen shows that site, whichever is selected.
    const stays = withId.filter(({ listOnSiteChange }) => listOnSiteChange === undefined);
    expect(stays.map(({ id }) => id)).toEqual(['sites']);
  });
});
