import type { Flag } from '../../contract/flags.ts';
import type { IconName } from '../widgets/icons/icon-table.ts';

export type AppId = 'pipelineManager' | 'fleetManager' | 'search' | 'settings';

/** One of the four apps (R1-18). */
export type AppDefinition = {
  id: AppId;
  name: string;
  icon: IconName;
  /** Where the switcher leads (R2.2-31). */
  landing: string;
  /** First part of the addresses of its screens; without one it has all others (R2.2-24 … R2.2-27). */
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

type RouteOfApp = { app: AppId | 'keep'; flag?: Flag; path?: string };

const isOn = (flag: Flag | undefined, flags: ReadonlySet<Flag>): boolean =>
  flag === undefined || flags.has(flag);

/** The apps that can be gone to: at least one of their screens is there, and their flag is on (R2.2-23). */
export const enabledApps = (
  routes: readonly RouteOfApp[],
  flags: ReadonlySet<Flag>,
): readonly AppDefinition[] =>
  APPS.flatMap((app) => {
    const own = routes.filter((route) => route.app === app.id && isOn(route.flag, flags));
    if (!isOn(app.flag, flags) || own.length === 0) return [];
    // While the screen it leads to is not there, the first of the others stands in for it.
    const isThere = own.some(({ path }) => path === app.landing);
    const landing = isThere ? app.landing : (own.find(({ path }) => path)?.path ?? app.landing);
    return [{ ...app, landing }];
  });

const DEFAULT_APP: AppId = 'pipelineManager';
/** Screens of no app in particular. */
const KEEPS_APP = ['userProfile', 'events'];

/** The app that an address shows; `former` is the one before, if any (R2.2-24 … R2.2-30). */
export function activeApp(path: string, former: AppId = DEFAULT_APP): AppId {
  const [first = ''] = path.split('/').filter(Boolean);
  if (KEEPS_APP.includes(first)) return former;
  return APPS.find(({ prefix }) => prefix === first)?.id ?? DEFAULT_APP;
}
