import type { Flag } from '../../contract/flags.ts';
import { getCommandHost } from '../commands/runtime.ts';
import { paths } from '../lib/paths.ts';
import type { CommandPart } from './command-part.ts';
import { createLazyView, type LazyView, type ViewModule } from './lazy-view.ts';
import type { Route, RouteId } from './route.ts';
import { findRouteOfPath, matchRoute, type Redirect, type RouteMatch } from './route-match.ts';
import type { ScreenName } from './screens.ts';

const views = new Map<ScreenName, LazyView>();

/**
 * The commands that it shows load with it. Routes of one screen share its view. The build reads this table
 * (`first-code.ts`).
 */
function createScreenView(name: ScreenName, ...parts: readonly CommandPart[]): LazyView {
  const view =
    views.get(name) ??
    createLazyView(async () => {
      const load = async (): Promise<ViewModule> => (await import('./screens.ts')).SCREENS[name]();
      const { registry } = getCommandHost();
      const [module] = await Promise.all([load(), ...parts.map((part) => registry.include(part))]);
      return module;
    });
  views.set(name, view);
  return view;
}

/** Order matters: the first match wins, and the sidebar uses the same order. */
const TABLE: readonly Omit<Route, 'path'>[] = [
  {
    id: 'dashboard',
    patterns: ['/dashboard', '/'],
    view: createLazyView(() => import('../views/dashboard/DashboardPage.tsx')),
    reads: 'listPipelines',
    title: 'Dashboard',
    app: 'pipelineManager',
    sidebar: true,
    icon: 'dashboard',
    goKey: 'd',
    hasTimeFilter: true,
  },
  {
    id: 'pipelines',
    patterns: ['/pipelines'],
    view: createScreenView('pipelines', 'lists', 'pipelines'),
    reads: 'listPipelines',
    title: 'Pipelines',
    app: 'pipelineManager',
    sidebar: true,
    icon: 'pipeline',
    goKey: 'p',
    hasTimeFilter: true,
  },
  {
    id: 'createPipeline',
    patterns: ['/pipelines/create'],
    view: createScreenView('pipeline', 'lists', 'pipelines', 'pipeline'),
    title: 'New pipeline',
    app: 'pipelineManager',
    listOnSiteChange: 'pipelines',
    icon: 'plus',
    parent: 'pipelines',
  },
  {
    id: 'pipeline',
    patterns: ['/pipelines/:pipelineId'],
    view: createScreenView('pipeline', 'lists', 'pipelines', 'pipeline'),
    reads: 'getPipeline',
    title: 'Pipeline',
    app: 'pipelineManager',
    listOnSiteChange: 'pipelines',
    icon: 'pipeline',
    hasTimeFilter: true,
    parent: 'pipelines',
  },
  {
    id: 'sources',
    patterns: ['/sources'],
    view: createScreenView('sources', 'lists', 'connections'),
    reads: 'listSources',
    title: 'Sources',
    app: 'pipelineManager',
    sidebar: true,
    icon: 'source',
    goKey: 's',
    hasTimeFilter: true,
  },
  {
    id: 'source',
    patterns: ['/sources/:sourceId'],
    view: createScreenView('source', 'lists', 'connections'),
    reads: 'listSources',
    title: 'Source',
    app: 'pipelineManager',
    listOnSiteChange: 'sources',
    icon: 'source',
    parent: 'sources',
  },
  {
    id: 'destinations',
    patterns: ['/destinations'],
    view: createScreenView('destinations', 'lists', 'connections'),
    reads: 'listSinks',
    title: 'Destinations',
    app: 'pipelineManager',
    sidebar: true,
    icon: 'destination',
    goKey: 't',
    hasTimeFilter: true,
  },
  {
    id: 'monitoring',
    patterns: ['/monitoring/analytics', '/monitoring', '/monitoring/pipelineErrors'],
    view: createScreenView('monitoring', 'lists', 'monitoring'),
    reads: 'listPipelines',
    title: 'Monitoring',
    app: 'pipelineManager',
    mark: 'pipelineErrors',
    markedPath: paths.monitoringErrors(),
    sidebar: true,
    icon: 'activity',
    goKey: 'm',
    hasTimeFilter: true,
  },
  {
    id: 'alerts',
    patterns: ['/alerts'],
    view: createScreenView('alerts', 'lists', 'screens'),
    reads: 'listAlertEvents',
    title: 'Alerts',
    app: 'pipelineManager',
    flag: 'alertEventsPage',
    mark: 'alerts',
    sidebar: true,
    icon: 'bellRing',
    goKey: 'a',
    hasTimeFilter: true,
  },
  {
    id: 'alertRules',
    patterns: ['/alerts/manageAlerts'],
    view: createScreenView('alertRules', 'lists', 'screens'),
    reads: 'listAlertEvents',
    title: 'Manage alerts',
    app: 'pipelineManager',
    flag: 'alertEventsPage',
    icon: 'bellRing',
    parent: 'alerts',
  },
  {
    id: 'alertChannels',
    patterns: ['/alerts/manageChannels'],
    view: createScreenView('alertChannels', 'lists', 'screens'),
    reads: 'listAlertEvents',
    title: 'Manage channels',
    app: 'pipelineManager',
    flag: 'alertEventsPage',
    icon: 'bellRing',
    parent: 'alerts',
  },
  {
    id: 'alertSilences',
    patterns: ['/alerts/manageSilences'],
    view: createScreenView('alertSilences', 'lists', 'screens'),
    reads: 'listAlertEvents',
    title: 'Manage silences',
    app: 'pipelineManager',
    flag: 'alertEventsPage',
    icon: 'bellOff',
    parent: 'alerts',
  },
  {
    id: 'deadLetters',
    patterns: ['/deadLetters'],
    view: createScreenView('deadLetters', 'lists', 'screens'),
    reads: 'listDeadLetters',
    title: 'Dead letters',
    app: 'pipelineManager',
    sidebar: true,
    icon: 'deadLetter',
    goKey: 'l',
    hasTimeFilter: true,
  },
  {
    id: 'logSearch',
    patterns: ['/log-search'],
    view: createScreenView('logSearch', 'lists', 'screens'),
    reads: 'searchLogs',
    title: 'Log Search',
    app: 'pipelineManager',
    flag: ['logSearchV1', 'logSearchV2'],
    sidebar: true,
    icon: 'search',
    goKey: 'q',
    hasTimeFilter: true,
  },
  {
    id: 'sites',
    patterns: ['/settings/sites', '/settings/sites/:siteId'],
    view: createScreenView('sites', 'lists', 'settings'),
    title: 'Sites',
    app: 'settings',
    reads: 'listSites',
    isForAll: true,
    sidebar: true,
    icon: 'server',
    goKey: 'e',
  },
  {
    id: 'files',
    patterns: ['/settings/files'],
    view: createScreenView('files', 'lists', 'settings'),
    reads: 'listAssets',
    isForAll: true,
    title: 'Files',
    app: 'settings',
    sidebar: true,
    icon: 'fileText',
    goKey: 'f',
  },
  {
    id: 'notifications',
    patterns: ['/events/notifications', '/events'],
    view: createScreenView('notifications', 'lists', 'screens'),
    reads: 'listPipelines',
    title: 'Notifications',
    app: 'keep',
    icon: 'bell',
    goKey: 'n',
    hasTimeFilter: true,
  },
  {
    id: 'pullRequests',
    patterns: ['/events/pullRequests'],
    view: createScreenView('pullRequests', 'lists', 'screens'),
    reads: 'listChangesets',
    title: 'Pull requests',
    app: 'keep',
    flag: 'pullRequestsRoute',
    icon: 'branch',
    goKey: 'g',
  },
  {
    id: 'audit',
    patterns: ['/settings/audit'],
    view: createScreenView('audit', 'lists', 'settings'),
    reads: 'listAuditRecords',
    title: 'Audit',
    app: 'settings',
    sidebar: true,
    icon: 'history',
    goKey: 'i',
    hasTimeFilter: true,
  },
  {
    id: 'apiKeys',
    patterns: ['/settings/apiKeys'],
    view: createScreenView('apiKeys', 'lists', 'settings'),
    reads: 'listApiKeys',
    title: 'API Keys',
    app: 'settings',
    flag: 'apiKeys',
    sidebar: true,
    icon: 'key',
    goKey: 'k',
  },
  {
    id: 'sso',
    patterns: ['/settings/sso'],
    view: createScreenView('sso', 'lists', 'settings'),
    reads: 'getSso',
    title: 'SSO',
    app: 'settings',
    sidebar: true,
    icon: 'link',
    goKey: 'o',
  },
  {
    id: 'features',
    patterns: ['/settings/features'],
    view: createScreenView('features', 'lists', 'settings'),
    reads: 'listFeatureSettings',
    title: 'Features',
    app: 'settings',
    sidebar: true,
    icon: 'settings',
    goKey: 'x',
  },
  {
    id: 'roles',
    patterns: ['/settings/accessManagement/roles'],
    view: createScreenView('roles', 'lists', 'settings'),
    reads: 'listRoles',
    title: 'Roles and Users',
    app: 'settings',
    sidebar: true,
    icon: 'user',
    goKey: 'r',
  },
  {
    id: 'role',
    patterns: ['/settings/accessManagement/roles/:roleId'],
    view: createScreenView('roles', 'lists', 'settings'),
    reads: 'listRoles',
    title: 'Role',
    app: 'settings',
    listOnSiteChange: 'roles',
    icon: 'user',
    parent: 'roles',
  },
  {
    id: 'users',
    patterns: ['/settings/accessManagement/users'],
    view: createScreenView('users', 'lists', 'settings'),
    reads: 'listMembers',
    title: 'Users',
    app: 'settings',
    icon: 'user',
    parent: 'roles',
  },
  {
    id: 'userProfile',
    patterns: ['/userProfile'],
    view: createScreenView('userProfile', 'lists', 'screens'),
    title: 'User Profile',
    app: 'keep',
    icon: 'user',
    goKey: 'u',
  },
];

/** A screen of a single item has no address of its own. */
export const ROUTES: readonly Route[] = TABLE.map((route) =>
  route.listOnSiteChange ? route : { ...route, path: route.patterns[0] },
);

const REDIRECTS: readonly Redirect[] = [
  { from: '/settings/accessManagement', to: '/settings/accessManagement/roles' },
  { from: '/settings/roles', to: '/settings/accessManagement/roles' },
  { from: '/settings/roles/:roleId', to: '/settings/accessManagement/roles/:roleId' },
  { from: '/settings/users', to: '/settings/accessManagement/users' },
];

/** `flags` are undefined until read. */
export const matchAddress = (path: string, flags: ReadonlySet<Flag> | undefined): RouteMatch<Route> =>
  matchRoute({ routes: ROUTES, redirects: REDIRECTS }, path, flags);

/** Ignores flags; undefined for an unknown path. */
export const findRoute = (path: string): Route | undefined => findRouteOfPath(ROUTES, path);

export const findRouteById = (id: RouteId): Route | undefined => ROUTES.find((route) => route.id === id);
/** Leads to the errors while there are any. */
export const getRouteAddress = (route: Route, errors: number): string | undefined =>
  errors > 0 ? (route.markedPath ?? route.path) : route.path;
