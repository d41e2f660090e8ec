import type { CallId } from '../../contract/calls/index.ts';
import type { Flag } from '../../contract/flags.ts';
import type { IconName } from '../widgets/icons/icon-table.ts';
import type { AppId } from './apps.ts';
import type { LazyView } from './lazy-view.ts';

export type RouteId =
  | 'dashboard'
  | 'pipelines'
  | 'createPipeline'
  | 'pipeline'
  | 'sources'
  | 'source'
  | 'destinations'
  | 'monitoring'
  | 'sites'
  | 'files'
  | 'notifications'
  | 'audit'
  | 'apiKeys'
  | 'sso'
  | 'roles'
  | 'role'
  | 'users'
  | 'userProfile';

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
  /** What the screen cannot do without: whoever may not read it has no entry of it, and is told why. */
  reads?: CallId;
  /** What its entry in the sidebar warns of. */
  mark?: 'pipelineErrors';
  /** Where its entry leads while it warns. */
  markedPath?: string;
  icon: IconName;
  /** Second key after `g`. */
  goKey?: string;
  /** The global time filter shows in the top bar. */
  hasTimeFilter: boolean;
  /** The route above it in the breadcrumb. */
  parent?: RouteId;
};
