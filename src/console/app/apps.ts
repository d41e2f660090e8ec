import type { Flag } from '../../contract/flags.ts';
import type { IconName } from '../lib/icons/icon-names.ts';
import { isFlagOn, type RouteFlag } from './route-flag.ts';

export type AppId = 'pipelineManager' | 'fleetManager' | 'search' | 'settings';

export type AppDefinition = {
  id: AppId;
  name: string;
  icon: IconName;
  landing: string;
  /** First part of its addresses; the app without one has all others. */
  prefix?: string;
  flag?: Flag;
};

export const APPS: readonly AppDefinition[] = [
  { id: 'pipelineManager', name: 'Pipeline Manager', icon: 'pipeline', landing: '/dashboard' },
  {
    id: 'fleetManager',
    name: 'Fleet Manager',
    icon: 'server',
    landing: '/fleetManager/fleets',
    prefix: 'fleetManager',
    flag: 'appFleetManager',
  },
  {
    id: 'search',
    name: 'Search',
    icon: 'search',
    landing: '/querySearch/query',
    prefix: 'querySearch',
    flag: 'appSearch',
  },
  { id: 'settings', name: 'Settings', icon: 'settings', landing: '/settings/sites', prefix: 'settings' },
];

type RouteOfApp = { app: AppId | 'keep'; flag?: RouteFlag; path?: string };

/** Apps with at least one screen and their flag on. */
export const listEnabledApps = (
  routes: readonly RouteOfApp[],
  flags: ReadonlySet<Flag>,
): readonly AppDefinition[] =>
  APPS.flatMap((app) => {
    const own = routes.filter((route) => route.app === app.id && isFlagOn(route.flag, flags));
    if (!isFlagOn(app.flag, flags) || own.length === 0) return [];
    // While the landing screen is missing, use the app's first one.
    const isThere = own.some(({ path }) => path === app.landing);
    const landing = isThere ? app.landing : (own.find(({ path }) => path)?.path ?? app.landing);
    return [{ ...app, landing }];
  });

const DEFAULT_APP: AppId = 'pipelineManager';
/** Screens that belong to no app. */
const KEEPS_APP = ['userProfile', 'events'];

export function findActiveApp(path: string, former: AppId = DEFAULT_APP): AppId {
  const [first = ''] = path.split('/').filter(Boolean);
  if (KEEPS_APP.includes(first)) return former;
  return APPS.find(({ prefix }) => prefix === first)?.id ?? DEFAULT_APP;
}
