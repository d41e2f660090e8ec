import type { CallId } from '../../contract/calls/index.ts';
import type { IconName } from '../lib/icons/icon-names.ts';
import type { AppId } from './apps.ts';
import type { CommandPart } from './command-part.ts';
import type { LazyView } from './lazy-view.ts';
import type { RouteFlag } from './route-flag.ts';
import type { ScreenName } from './screens.ts';

export type RouteId =
  | 'dashboard'
  | 'pipelines'
  | 'createPipeline'
  | 'pipeline'
  | 'sources'
  | 'source'
  | 'destinations'
  | 'hydrations'
  | 'hydration'
  | 'monitoring'
  | 'recommendations'
  | 'deadLetters'
  | 'logSearch'
  | 'alerts'
  | 'alertRules'
  | 'alertChannels'
  | 'alertSilences'
  | 'fleets'
  | 'fleet'
  | 'agents'
  | 'agent'
  | 'configurations'
  | 'createConfiguration'
  | 'configuration'
  | 'reports'
  | 'sites'
  | 'files'
  | 'notifications'
  | 'pullRequests'
  | 'audit'
  | 'apiKeys'
  | 'features'
  | 'assistantModel'
  | 'sso'
  | 'roles'
  | 'role'
  | 'users'
  | 'userProfile'
  | 'query'
  | 'savedQuery'
  | 'queryData'
  | 'queryDashboards'
  | 'queryDashboard';

/** One screen: address, code, title, and its place in sidebar, palette and keys. */
export type RouteRow = {
  id: RouteId;
  patterns: readonly [string, ...string[]];
  screen: ScreenName | 'dashboard';
  /** Command parts used on the screen. */
  commands: readonly CommandPart[];
  title: string;
  sidebar?: boolean;
  /** App of the screen; `keep` keeps the previous app. */
  app: AppId | 'keep';
  /** The page requires this flag, or one of these. */
  flag?: RouteFlag;
  /** Set on screens of a single item: the list to show when the site changes. */
  listOnSiteChange?: RouteId;
  /** Without permission for it, the screen has no sidebar entry and shows the reason. */
  reads?: CallId;
  /** Its entry is shown without permission too. */
  isForAll?: true;
  /** Its entry needs the site's full menu. */
  isOfFullMenu?: true;
  mark?: 'pipelineErrors' | 'alerts';
  /** Target of the entry while it shows a warning. */
  markedPath?: string;
  icon: IconName;
  goKey?: string;
  hasTimeFilter?: true;
  parent?: RouteId;
};

export type Route = RouteRow & {
  view: LazyView;
  /** Set for routes with a fixed address, which get a `go.` command. */
  path?: string;
};
