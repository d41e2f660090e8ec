import type { Flag } from '../../contract/flags.ts';
import { getCommandHost } from '../commands/runtime.ts';
import { createLazyView, type LazyView, type ViewModule } from './lazy-view.ts';
import type { Route, RouteId, RouteRow } from './route.ts';
import { findRouteOfPath, matchRoute, type Redirect, type RouteMatch } from './route-match.ts';
import { ROUTE_TABLE } from './route-table.ts';

const views = new Map<RouteRow['screen'], LazyView>();

/** Loads the screen with its commands. Routes of one screen share its view. */
function getScreenView({ screen, commands }: RouteRow): LazyView {
  const known = views.get(screen);
  if (known) return known;
  const view = createLazyView(async () => {
    // It loads its commands itself, once there is a pipeline.
    if (screen === 'dashboard') return import('../views/dashboard/DashboardPage.tsx');
    const load = async (): Promise<ViewModule> => (await import('./screens.ts')).SCREENS[screen]();
    const { registry } = getCommandHost();
    const [module] = await Promise.all([load(), ...commands.map((part) => registry.include(part))]);
    return module;
  });
  views.set(screen, view);
  return view;
}

/** A screen of a single item has no address of its own. */
export const ROUTES: readonly Route[] = ROUTE_TABLE.map((row) => ({
  ...row,
  view: getScreenView(row),
  ...(row.listOnSiteChange ? {} : { path: row.patterns[0] }),
}));

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
