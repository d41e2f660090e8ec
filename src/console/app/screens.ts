import { keepKeysAhead } from '../actors/keys-ahead.ts';
import type { ViewModule } from './lazy-view.ts';

/**
 * What comes after the first screen: the code of the others, of their commands and of what opens over them. It
 * stands apart from the table of routes, where the names of the files alone would weigh on the first load.
 */
export const SCREENS = {
  pipelines: () => import('../views/pipelines/PipelinesPage.tsx'),
  pipeline: () => {
    // It stands only once its graph is there.
    keepKeysAhead();
    return import('../views/pipeline/PipelinePage.tsx');
  },
  sources: () => import('../views/connections/SourcesPage.tsx'),
  source: () => import('../views/connections/SourcePage.tsx'),
  destinations: () => import('../views/connections/DestinationsPage.tsx'),
  monitoring: () => import('../views/monitoring/MonitoringPage.tsx'),
  sites: () => import('../views/sites/SitesPage.tsx'),
  files: () => import('../views/files/FilesPage.tsx'),
  notifications: () => import('../views/events/NotificationsPage.tsx'),
  audit: () => import('../views/audit/AuditPage.tsx'),
  apiKeys: () => import('../views/access/ApiKeysPage.tsx'),
  roles: () => import('../views/access/RolesPage.tsx'),
  sso: () => import('../views/sso/SsoPage.tsx'),
  users: () => import('../views/access/UsersPage.tsx'),
  userProfile: () => import('../views/profile/ProfilePage.tsx'),
} satisfies Record<string, () => Promise<ViewModule>>;

export type ScreenName = keyof typeof SCREENS;

/** Their commands. */
export const loadScreenCommands = () => import('./screen-commands.ts');

/** Reads what the person may do. */
export const loadHeldAccess = async () => (await import('../actors/held-access.ts')).guardCalls();

/** What opens over any screen. */
export const POPUPS = {
  palette: () => import('../commands/palette/PaletteDialog.tsx'),
  help: () => import('./help/HelpDialog.tsx'),
  explain: () => import('../parts/explain/ExplainDialog.tsx'),
  noticeDialogs: () => import('./shell/notice-dialogs.tsx'),
  siteList: () => import('./shell/site-list.tsx'),
  drawer: () => import('./shell/drawer.tsx'),
} as const;
