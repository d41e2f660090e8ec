import type { Flag } from '../../contract/flags.ts';
import { commandHost } from '../commands/runtime.ts';
import type { IconName } from '../widgets/icons/icon-table.ts';
import type { AppId } from './apps.ts';
import { type LazyView, lazyView, type ViewModule } from './lazy-view.ts';
import { paths } from './paths.ts';
import { matchRoute, type Redirect, type RouteMatch, routeOfPath } from './route-match.ts';

export type RouteId =
  | 'dashboard'
  | 'pipelines'
  | 'createPipeline'
  | 'pipeline'
  | 'sources'
  | 'source'
  | 'destinations'
  | 'userProfile';

/** A screen beyond the first: the commands that the first one does without come with its code. */
const screenView = (load: () => Promise<ViewModule>): LazyView =>
  lazyView(async () => {
    const [module] = await Promise.all([load(), commandHost().registry.complete()]);
    return module;
  });

/** One line per screen: address, code, title, and where it stands in sidebar, palette and keys. */
export type Route = {
  id: RouteId;
  /** Patterns of the router; the first is the one that is linked to. */
  patterns: readonly [string, ...string[]];
  view: LazyView;
  title: string;
  /** Address without parameters; routes that have one get a `go.` command. Left out where a command opens it. */
  path?: string;
  sidebar?: boolean;
  /** The app it belongs to; `keep` stays in the one before (R2.2-28, R2.2-29). */
  app: AppId | 'keep';
  /** Without this flag there is no such page (R2.1-94). */
  flag?: Flag;
  /** The screen shows one thing of a site: its list is shown when the site changes (R4-100, R4-101). */
  listOnSiteChange?: RouteId;
  /** What its entry in the sidebar warns of. */
  mark?: 'pipelineErrors';
  icon: IconName;
  /** Second key after `g`. */
  goKey?: string;
  /** The global time filter shows in the top bar. */
  hasTimeFilter: boolean;
  /** The route above it in the breadcrumb. */
  parent?: RouteId;
};

/** The order matters: the first pattern that fits is shown, and the sidebar lists them as they stand here. */
export const ROUTES: readonly Route[] = [
  {
    id: 'dashboard',
    patterns: ['/dashboard', '/'],
    view: lazyView(() => import('../views/dashboard/DashboardPage.tsx')),
    title: 'Dashboard',
    app: 'pipelineManager',
    path: paths.dashboard(),
    sidebar: true,
    icon: 'dashboard',
    goKey: 'd',
    hasTimeFilter: true,
  },
  {
    id: 'pipelines',
    patterns: ['/pipelines'],
    view: screenView(() => import('../views/pipelines/PipelinesPage.tsx')),
    title: 'Pipelines',
    app: 'pipelineManager',
    mark: 'pipelineErrors',
    path: paths.pipelines(),
    sidebar: true,
    icon: 'pipeline',
    goKey: 'p',
    hasTimeFilter: true,
  },
  {
    id: 'createPipeline',
    patterns: ['/pipelines/create'],
    view: screenView(() => import('../views/pipeline/PipelinePage.tsx')),
    title: 'New pipeline',
    app: 'pipelineManager',
    listOnSiteChange: 'pipelines',
    icon: 'plus',
    hasTimeFilter: false,
    parent: 'pipelines',
  },
  {
    id: 'pipeline',
    patterns: ['/pipelines/:pipelineId'],
    view: screenView(() => import('../views/pipeline/PipelinePage.tsx')),
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
    view: screenView(() => import('../views/connections/SourcesPage.tsx')),
    title: 'Sources',
    app: 'pipelineManager',
    path: paths.sources(),
    sidebar: true,
    icon: 'source',
    goKey: 's',
    hasTimeFilter: true,
  },
  {
    id: 'source',
    patterns: ['/sources/:sourceId'],
    view: screenView(() => import('../views/connections/SourcePage.tsx')),
    title: 'Source',
    app: 'pipelineManager',
    listOnSiteChange: 'sources',
    icon: 'source',
    hasTimeFilter: false,
    parent: 'sources',
  },
  {
    id: 'destinations',
    patterns: ['/destinations'],
    view: screenView(() => import('../views/connections/DestinationsPage.tsx')),
    title: 'Destinations',
    app: 'pipelineManager',
    path: paths.destinations(),
    sidebar: true,
    icon: 'destination',
    goKey: 't',
    hasTimeFilter: true,
  },
  {
    id: 'userProfile',
    patterns: ['/userProfile'],
    view: screenView(() => import('../views/profile/ProfilePage.tsx')),
    title: 'User Profile',
    app: 'keep',
    path: paths.userProfile(),
    icon: 'user',
    goKey: 'u',
    hasTimeFilter: false,
  },
];

/** Former addresses and where they lead now. */
const REDIRECTS: readonly Redirect[] = [];

/** What an address leads to; `flags` are undefined as long as they are not read. */
export const matchAddress = (path: string, flags: ReadonlySet<Flag> | undefined): RouteMatch<Route> =>
  matchRoute({ routes: ROUTES, redirects: REDIRECTS }, path, flags);

/** The route of a path, whatever the flags say; undefined where no screen is (R2.1-77). */
export const routeOf = (path: string): Route | undefined => routeOfPath(ROUTES, path);

export const routeById = (id: RouteId): Route | undefined => ROUTES.find((route) => route.id === id);
