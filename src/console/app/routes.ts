import { commandHost } from '../commands/runtime.ts';
import type { IconName } from '../widgets/icons/icon-table.ts';
import { type LazyView, lazyView, type ViewModule } from './lazy-view.ts';
import { paths } from './paths.ts';

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
  /** Address without parameters; routes that have one get a `go.` command. */
  path?: string;
  sidebar?: boolean;
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
    path: paths.createPipeline(),
    icon: 'plus',
    hasTimeFilter: false,
    parent: 'pipelines',
  },
  {
    id: 'pipeline',
    patterns: ['/pipelines/:pipelineId'],
    view: screenView(() => import('../views/pipeline/PipelinePage.tsx')),
    title: 'Pipeline',
    icon: 'pipeline',
    hasTimeFilter: true,
    parent: 'pipelines',
  },
  {
    id: 'sources',
    patterns: ['/sources'],
    view: screenView(() => import('../views/connections/SourcesPage.tsx')),
    title: 'Sources',
    path: paths.sources(),
    sidebar: true,
    icon: 'source',
    goKey: 's',
    hasTimeFilter: false,
  },
  {
    id: 'source',
    patterns: ['/sources/:sourceId'],
    view: screenView(() => import('../views/connections/SourcePage.tsx')),
    title: 'Source',
    icon: 'source',
    hasTimeFilter: false,
    parent: 'sources',
  },
  {
    id: 'destinations',
    patterns: ['/destinations'],
    view: screenView(() => import('../views/connections/DestinationsPage.tsx')),
    title: 'Destinations',
    path: paths.destinations(),
    sidebar: true,
    icon: 'destination',
    goKey: 't',
    hasTimeFilter: false,
  },
  {
    id: 'userProfile',
    patterns: ['/userProfile'],
    view: screenView(() => import('../views/profile/ProfilePage.tsx')),
    title: 'User profile',
    path: paths.userProfile(),
    icon: 'user',
    goKey: 'u',
    hasTimeFilter: false,
  },
];

const fits = (pattern: string, path: string): boolean => {
  const wanted = pattern.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith(':') || part === given[index])
  );
};

/** The route of a path; undefined shows 'Page not found!' (R2.1-77). */
export const routeOf = (path: string): Route | undefined =>
  ROUTES.find((route) => route.patterns.some((pattern) => fits(pattern, path)));

export const routeById = (id: RouteId): Route | undefined => ROUTES.find((route) => route.id === id);
