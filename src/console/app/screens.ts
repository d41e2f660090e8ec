import { keepKeysAhead } from '../commands/keys/keys-ahead.ts';
import type { CommandSet, Registry } from '../commands/registry.ts';
import type { CommandPart } from './command-part.ts';
import type { ViewModule } from './lazy-view.ts';

/** Not in the route table, where file names would enlarge the first load. */
export const SCREENS = {
  pipelines: () => import('../views/pipelines/PipelinesPage.tsx'),
  pipeline: () => {
    // Its keys work only once the graph is loaded.
    keepKeysAhead();
    return import('../views/pipeline/PipelinePage.tsx');
  },
  sources: async () => {
    const { SourcesPage, prefetchSources } = await import('../views/connections/ConnectionsPage.tsx');
    return { default: SourcesPage, prefetch: prefetchSources };
  },
  source: () => import('../views/connections/SourcePage.tsx'),
  destinations: async () => {
    const { DestinationsPage, prefetchSinks } = await import('../views/connections/ConnectionsPage.tsx');
    return { default: DestinationsPage, prefetch: prefetchSinks };
  },
  hydrations: () => import('../views/hydration/HydrationsPage.tsx'),
  hydration: () => import('../views/hydration/HydrationPage.tsx'),
  monitoring: () => import('../views/monitoring/MonitoringPage.tsx'),
  recommendations: () => import('../views/recommendations/RecommendationsPage.tsx'),
  logSearch: () => import('../views/log-search/LogSearchPage.tsx'),
  query: () => import('../views/query/QueryPage.tsx'),
  queryDashboards: () => import('../views/query/DashboardsPage.tsx'),
  queryDashboard: () => import('../views/query/QueryDashboardPage.tsx'),
  queryData: () => import('../views/query/DataPage.tsx'),
  deadLetters: () => import('../views/dead-letters/DeadLettersPage.tsx'),
  alerts: () => import('../views/alerts/AlertsPage.tsx'),
  alertRules: () => import('../views/alerts/RulesPage.tsx'),
  alertChannels: () => import('../views/alerts/ChannelsPage.tsx'),
  alertSilences: () => import('../views/alerts/SilencesPage.tsx'),
  fleets: () => import('../views/fleets/FleetsPage.tsx'),
  agents: () => import('../views/fleets/AgentsPage.tsx'),
  configurations: () => import('../views/fleets/ConfigurationsPage.tsx'),
  reports: () => import('../views/reports/ReportsPage.tsx'),
  sites: () => import('../views/sites/SitesPage.tsx'),
  files: () => import('../views/files/FilesPage.tsx'),
  notifications: () => import('../views/notifications/NotificationsPage.tsx'),
  pullRequests: () => import('../views/pull-requests/PullRequestsPage.tsx'),
  audit: () => import('../views/audit/AuditPage.tsx'),
  apiKeys: () => import('../views/access/ApiKeysPage.tsx'),
  roles: () => import('../views/access/RolesPage.tsx'),
  features: () => import('../views/features/FeaturesPage.tsx'),
  assistantModel: () => import('../views/assistant-model/AssistantModelPage.tsx'),
  sso: () => import('../views/sso/SsoPage.tsx'),
  users: () => import('../views/access/UsersPage.tsx'),
  userProfile: () => import('../views/profile/ProfilePage.tsx'),
} satisfies Record<string, () => Promise<ViewModule>>;

export type ScreenName = keyof typeof SCREENS;

/** Parts of the registry, each in its own chunk, in palette order. */
export const COMMAND_PARTS = {
  lists: async () => (await import('./list-commands.ts')).listSet,
  pipelines: async () => (await import('./pipelines-commands.ts')).pipelinesSet,
  pipeline: async () => (await import('./pipeline-commands.ts')).pipelineSet,
  connections: async () => (await import('./connection-commands.ts')).connectionSet,
  monitoring: async () => (await import('./monitoring-commands.ts')).monitoringSet,
  fleets: async () => (await import('./fleet-commands.ts')).fleetSet,
  sites: async () => (await import('./sites-commands.ts')).sitesSet,
  settings: async () => (await import('./settings-commands.ts')).settingsSet,
  search: async () => (await import('./search-commands.ts')).searchSet,
  alerts: async () => (await import('./alerts-commands.ts')).alertsSet,
  screens: async () => (await import('./screen-commands.ts')).screenSet,
} satisfies Record<CommandPart, () => Promise<CommandSet>>;

export const listMacrosIn = async (registry: Registry): Promise<void> =>
  (await import('../commands/macros/macro-commands.ts')).listMacros(registry);

export const loadHeldAccess = async () => (await import('../commands/held-access.ts')).guardCalls();
