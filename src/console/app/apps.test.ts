import { describe, expect, test } from 'vitest';
import { FLAGS } from '../../contract/flags.ts';
import { APPS, findActiveApp, listEnabledApps } from './apps.ts';
import { ROUTES } from './routes.ts';

const names = (...input: Parameters<typeof listEnabledApps>) =>
  listEnabledApps(...input).map(({ name }) => name);

describe('the app switcher', () => {
  test('knows four apps [R1-18]', () => {
    expect(APPS.map(({ name }) => name)).toEqual(['Pipeline Manager', 'Fleet Manager', 'Search', 'Settings']);
  });

  test('Pipeline Manager and Search list their screens in order [R2.2-08, R2.2-22]', () => {
    const entries = (app: string) =>
      ROUTES.filter((route) => route.app === app && route.sidebar).map(({ title }) => title);
    expect(entries('pipelineManager')).toEqual([
      'Dashboard',
      'Pipelines',
      'Sources',
      'Destinations',
      'Hydration',
      'Monitoring',
      'Alerts',
      // With flags of their own, or additions.
      'Reports',
      'Dead letters',
      'Log Search',
    ]);
    expect(entries('search')).toEqual(['Query', 'Data', 'Dashboards']);
  });

  test('Settings holds sites, files, API keys, SSO, roles and users [R1-22]', () => {
    const entries = ROUTES.filter(({ app, sidebar }) => app === 'settings' && sidebar);
    expect(entries.map(({ title }) => title)).toEqual([
      'Sites',
      'Files',
      // An addition to the required entries.
      'Audit',
      'API Keys',
      'SSO',
      // Another one.
      'Features',
      'Roles and Users',
    ]);
  });

  test('lists only apps that have a screen and whose flag is on [R2.2-23, R6-29]', () => {
    const routes = [
      { app: 'pipelineManager' },
      { app: 'fleetManager', flag: 'fleetManagement' },
      { app: 'search' },
      { app: 'keep' },
    ] as const;
    expect(names(routes, new Set())).toEqual(['Pipeline Manager']);
    expect(names(routes, new Set(['appFleetManager']))).toEqual(['Pipeline Manager']);
    expect(names(routes, new Set(['appFleetManager', 'fleetManagement', 'appSearch']))).toEqual([
      'Pipeline Manager',
      'Fleet Manager',
      'Search',
    ]);
  });

  test('Pipeline Manager and Settings need no flag [R6-30]', () => {
    const routes = [
      { app: 'pipelineManager' },
      { app: 'settings' },
      { app: 'fleetManager' },
      { app: 'search' },
    ] as const;
    expect(names(routes, new Set())).toEqual(['Pipeline Manager', 'Settings']);
  });

  test('an app opens its screen, or its first one that exists [R2.2-31]', () => {
    const landings = (...paths: string[]) =>
      listEnabledApps(
        paths.map((path) => ({ app: 'settings' as const, path })),
        new Set(),
      ).map(({ landing }) => landing);
    expect(landings('/settings/files')).toEqual(['/settings/files']);
    expect(landings('/settings/files', '/settings/sites')).toEqual(['/settings/sites']);
    expect(listEnabledApps(ROUTES, new Set(FLAGS)).map(({ landing }) => landing)).toEqual([
      '/dashboard',
      '/fleetManager/fleets',
      '/querySearch/query',
      '/settings/sites',
    ]);
  });

  test.each([
    ['R2.2-24', '/fleetManager/agents', 'fleetManager'],
    ['R2.2-25', '/settings/sites/1', 'settings'],
    ['R2.2-26', '/querySearch/query', 'search'],
    ['R2.2-27', '/pipelines/1', 'pipelineManager'],
    ['R2.2-27', '/', 'pipelineManager'],
    ['R2.2-27', '/settingsOfMine', 'pipelineManager'],
    ['R2.2-30', '/userProfile', 'pipelineManager'],
  ])('$1 shows $2 [$0]', (_id, path, app) => {
    expect(findActiveApp(path)).toBe(app);
  });

  test('profile and events keep the app before [R2.2-28, R2.2-29]', () => {
    expect(findActiveApp('/userProfile', 'settings')).toBe('settings');
    expect(findActiveApp('/events/notifications', 'search')).toBe('search');
    expect(findActiveApp('/pipelines', 'settings')).toBe('pipelineManager');
  });
});
