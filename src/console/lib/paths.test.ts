import { describe, expect, it } from 'vitest';
import { findRoute, matchAddress } from '../app/routes.ts';
import { paths } from './paths.ts';

describe('addresses', () => {
  it('link pipeline errors in the literal form [R2.1-80]', () => {
    expect(paths.pipelineErrors('3', '4')).toBe('/pipelines/3?site=4&view=errors');
  });

  it.each([
    ['R2.1-01', '/', 'dashboard'],
    ['R2.1-04', '/dashboard', 'dashboard'],
    ['R2.1-06', '/pipelines', 'pipelines'],
    ['R2.1-07', '/pipelines/create', 'createPipeline'],
    ['R2.1-09', '/pipelines/312345678901234567', 'pipeline'],
    ['R2.1-10', '/sources', 'sources'],
    ['R2.1-11', '/sources/212345678901234567', 'source'],
    ['R2.1-13', '/destinations', 'destinations'],
    ['R2.1-21', '/monitoring', 'monitoring'],
    ['R2.1-21', '/monitoring/analytics', 'monitoring'],
    ['R2.1-21', '/monitoring/pipelineErrors', 'monitoring'],
    ['R2.1-23, R2.1-24', '/events', 'notifications'],
    ['R2.1-24', '/events/notifications', 'notifications'],
    ['R2.1-58', '/settings/sites', 'sites'],
    ['R2.1-60', '/settings/sites/412345678901234567', 'sites'],
    ['R2.1-66', '/settings/accessManagement/roles/viewer', 'role'],
    ['R2.1-68', '/settings/accessManagement/users', 'users'],
  ])('$1 shows $2 [$0]', (_id, path, route) => {
    expect(findRoute(path)?.id).toBe(route);
  });

  it('of the access management alone leads to its roles [R2.1-63, R2.1-64]', () => {
    expect(matchAddress('/settings/accessManagement', new Set())).toEqual({
      kind: 'redirect',
      to: '/settings/accessManagement/roles',
    });
  });

  it('of the API keys is one with its flag alone [R2.1-87]', () => {
    expect(matchAddress('/settings/apiKeys', new Set())).toEqual({ kind: 'none' });
    expect(matchAddress('/settings/apiKeys', new Set(['apiKeys']))).toMatchObject({
      route: { id: 'apiKeys' },
    });
  });

  it('lead nowhere when unknown [R2.1-77]', () => {
    expect(findRoute('/pipelines/1/graph')).toBeUndefined();
    expect(findRoute('/destinations/212345678901234567')).toBeUndefined();
  });
});
