/** Undefined and empty values are omitted; a list repeats its key. */
export type QueryValues = Record<string, string | number | readonly string[] | undefined>;

export function formatQuery(values: QueryValues): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined || value === '') continue;
    if (Array.isArray(value)) for (const item of value) query.append(key, item);
    else query.set(key, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** Keeps the other parameters; undefined, an empty text or an empty list removes one. */
export function changeQuery(query: string, changes: QueryValues): string {
  const next = new URLSearchParams(query);
  for (const [key, value] of Object.entries(changes)) {
    next.delete(key);
    if (Array.isArray(value)) for (const item of value) next.append(key, item);
    else if (value !== undefined && value !== '') next.set(key, String(value));
  }
  const text = next.toString();
  return text === '' ? '' : `?${text}`;
}

export const PIPELINE_TABS = ['overview', 'analytics', 'dataInsights', 'errors'] as const;

/** Makes shared links show the same view. */
export type PipelineView = {
  view?: string | undefined;
  mode?: 'edit' | undefined;
  version?: number | undefined;
  node?: string | undefined;
  /** Component id at which Data Insights begin. */
  at?: string | undefined;
  versions?: '1' | undefined;
  compare?: string | undefined;
  /** Time range: `1h`, `1763700000-1763703600`. */
  time?: string | undefined;
  site?: string | undefined;
};

/** A query, and how its result is shown. */
export type QueryView = {
  sql?: string | undefined;
  /** Time range: `1h`, `1763700000-1763703600`. */
  range?: string | undefined;
  show?: string | undefined;
};

/** All addresses of the console; no other module builds paths. */
export const paths = {
  home: () => '/',
  login: () => '/login',
  dashboard: () => '/dashboard',
  pipelines: () => '/pipelines',
  createPipeline: () => '/pipelines/create',
  pipeline: (id: string, { site, ...view }: PipelineView = {}) =>
    `/pipelines/${id}${formatQuery({ site, ...view })}`,
  pipelineErrors: (id: string, siteId: string) => paths.pipeline(id, { site: siteId, view: 'errors' }),
  sources: (view: { create?: string | undefined; search?: string | undefined } = {}) =>
    `/sources${formatQuery(view)}`,
  source: (id: string, view: { edit?: '1' | undefined } = {}) => `/sources/${id}${formatQuery(view)}`,
  destinations: (
    view: { destination?: string | undefined; create?: string | undefined; search?: string | undefined } = {},
  ) => `/destinations${formatQuery(view)}`,
  monitoring: () => '/monitoring/analytics',
  monitoringErrors: () => '/monitoring/pipelineErrors',
  sites: (view: { create?: '1' | undefined } = {}) => `/settings/sites${formatQuery(view)}`,
  site: (siteId: string) => `/settings/sites/${siteId}`,
  files: (view: { file?: string | undefined; upload?: '1' | undefined } = {}) =>
    `/settings/files${formatQuery(view)}`,
  deadLetters: (
    view: { pipelineIds?: string | undefined; node?: string | undefined; period?: 'any' | undefined } = {},
  ) => `/deadLetters${formatQuery(view)}`,
  alerts: () => '/alerts',
  alertRules: (
    view: {
      rule?: string | undefined;
      create?: '1' | undefined;
      from?: string | undefined;
      /** For a new rule over a search. */
      query?: string | undefined;
      source?: string | undefined;
    } = {},
  ) => `/alerts/manageAlerts${formatQuery(view)}`,
  alertChannels: (view: { channel?: string | undefined; create?: '1' | undefined } = {}) =>
    `/alerts/manageChannels${formatQuery(view)}`,
  alertSilences: (
    view: {
      silence?: string | undefined;
      edit?: '1' | undefined;
      create?: '1' | undefined;
      rule?: string | undefined;
      target?: string | undefined;
    } = {},
  ) => `/alerts/manageSilences${formatQuery(view)}`,
  logSearch: (
    view: {
      q?: string | undefined;
      source?: string | undefined;
      time?: string | undefined;
      column?: readonly string[] | undefined;
    } = {},
  ) => `/log-search${formatQuery(view)}`,
  fleets: (view: { create?: '1' | undefined } = {}) => `/fleetManager/fleets${formatQuery(view)}`,
  fleet: (id: string, view: { form?: 'edit' | 'rollout' | undefined } = {}) =>
    `/fleetManager/fleets/${id}${formatQuery(view)}`,
  agents: (view: { fleet?: string | undefined; q?: string | undefined } = {}) =>
    `/fleetManager/agents${formatQuery(view)}`,
  agent: (id: string, view: { form?: 'labels' | undefined } = {}) =>
    `/fleetManager/agents/${id}${formatQuery(view)}`,
  configurations: () => '/fleetManager/configurations',
  /** `rendered`: id of a pipeline to create it from. */
  createConfiguration: (rendered?: string) =>
    `/fleetManager/configurations/create${formatQuery({ rendered })}`,
  configuration: (id: string, rendered?: string) =>
    `/fleetManager/configurations/${id}${formatQuery({ rendered })}`,
  query: ({ id, ...view }: QueryView & { id?: string | undefined } = {}) =>
    `/querySearch/query${id === undefined ? '' : `/${id}`}${formatQuery(view)}`,
  queryData: () => '/querySearch/data',
  queryDashboards: (view: { import?: '1' | undefined } = {}) => `/querySearch/dashboards${formatQuery(view)}`,
  queryDashboard: (id: string) => `/querySearch/dashboards/${id}`,
  reports: (
    view: {
      report?: string | undefined;
      run?: string | undefined;
      edit?: '1' | undefined;
      preview?: '1' | undefined;
      create?: '1' | undefined;
      /** A new report shows this dashboard, named like this. */
      dashboard?: string | undefined;
      name?: string | undefined;
    } = {},
  ) => `/reports${formatQuery(view)}`,
  hydrations: (
    view: {
      create?: '1' | undefined;
      source?: string | undefined;
      pipeline?: string | undefined;
      destination?: string | undefined;
      query?: string | undefined;
      from?: string | undefined;
      to?: string | undefined;
      events?: string | undefined;
      rate?: string | undefined;
      chunk?: string | undefined;
    } = {},
  ) => `/hydration${formatQuery(view)}`,
  hydration: (id: string) => `/hydration/${id}`,
  pullRequests: () => '/events/pullRequests',
  notifications: (view: { time?: string } = {}) => `/events/notifications${formatQuery(view)}`,
  apiKeys: (view: { create?: '1' | undefined } = {}) => `/settings/apiKeys${formatQuery(view)}`,
  roles: (view: { create?: '1' | undefined } = {}) => `/settings/accessManagement/roles${formatQuery(view)}`,
  role: (roleId: string) => `/settings/accessManagement/roles/${encodeURIComponent(roleId)}`,
  users: (view: { user?: string | undefined; create?: '1' | undefined } = {}) =>
    `/settings/accessManagement/users${formatQuery(view)}`,
  userProfile: (
    view: { view?: string | undefined; command?: string | undefined; import?: string | undefined } = {},
  ) => `/userProfile${formatQuery(view)}`,
} as const;
