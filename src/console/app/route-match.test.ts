import { describe, expect, test } from 'vitest';
import { matchRoute } from './route-match.ts';
import { matchAddress, ROUTES, routeById } from './routes.ts';

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

  test('R2.1-70, R2.1-71 a former address leads on, keeping the id', () => {
    expect(match('/settings/roles')).toEqual({ kind: 'redirect', to: '/settings/accessManagement/roles' });
    expect(match('/settings/roles/12')).toEqual({
      kind: 'redirect',
      to: '/settings/accessManagement/roles/12',
    });
  });

  test('R2.1-94 a route whose flag is off is no page; unread flags are waited for', () => {
    expect(match('/reports')).toEqual({ kind: 'pending' });
    expect(match('/reports', new Set())).toEqual({ kind: 'none' });
    expect(match('/reports', new Set(['userReports']))).toMatchObject({ kind: 'route' });
  });

  test('R2.1-87, R6-12 API Keys are there with their flag alone', () => {
    expect(matchAddress('/settings/apiKeys', new Set())).toEqual({ kind: 'none' });
    expect(matchAddress('/settings/apiKeys', new Set(['apiKeys']))).toMatchObject({
      kind: 'route',
      route: { id: 'apiKeys' },
    });
  });

  test('R2.1-77 an address of no screen is no page', () => {
    expect(matchAddress('/nowhere', new Set())).toEqual({ kind: 'none' });
  });

  test('R4-101 a screen of one thing names a list that has an address', () => {
    const wrong = ROUTES.filter(
      ({ listOnSiteChange }) => listOnSiteChange && routeById(listOnSiteChange)?.path === undefined,
    );
    expect(wrong).toEqual([]);
    const withId = ROUTES.filter(({ patterns }) => patterns.some((pattern) => pattern.includes(':')));
    // The screen of a site shows that site, whichever is selected.
    const stays = withId.filter(({ listOnSiteChange }) => listOnSiteChange === undefined);
    expect(stays.map(({ id }) => id)).toEqual(['sites']);
  });
});
