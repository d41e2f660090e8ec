type ModuleGraph = {
  getModuleInfo: (id: string) => {
    code: string | null;
    importedIds: readonly string[];
    importers: readonly string[];
    dynamicImporters: readonly string[];
  } | null;
};

/** Libraries that lists need only after drawing their rows. */
const LATE_LIBRARY =
  /node_modules\/(@ariakit|@floating-ui|@observablehq|d3-|cmdk|@radix-ui|react-day-picker|date-fns|diff)/;
/**
 * What a screen draws at once, by area. The dashboard's parts load after its first request, and a list of
 * sources needs nothing of a single source.
 */
const AREA_PAGE =
  /\/src\/console\/views\/(?!connections\/SourcePage)([^/]+)\/(?:\w+Page|Editor|SiteOverview|DashboardHead)\.tsx$/;
const SMALL_BYTES = 4000;

/** Whether a module needs no late library. */
function createLightCheck() {
  const known = new Map<string, boolean>();
  const isLight = (id: string, graph: ModuleGraph): boolean => {
    const answer = known.get(id);
    if (answer !== undefined) return answer;
    // Cycles count as light until the rest is known.
    known.set(id, true);
    const needs = graph.getModuleInfo(id)?.importedIds ?? [];
    const light = !LATE_LIBRARY.test(id) && needs.every((one) => isLight(one, graph));
    known.set(id, light);
    return light;
  };
  return isLight;
}

/** Static importers of a module. @param name of what to find */
function createSearch(name: (id: string, graph: ModuleGraph) => string | undefined) {
  const known = new Map<string, Set<string>>();
  const find = (id: string, graph: ModuleGraph): Set<string> => {
    const answer = known.get(id);
    if (answer) return answer;
    const names = new Set<string>();
    known.set(id, names);
    const own = name(id, graph);
    if (own !== undefined) names.add(own);
    for (const importer of graph.getModuleInfo(id)?.importers ?? [])
      for (const found of find(importer, graph)) names.add(found);
    return names;
  };
  return find;
}

const isLight = createLightCheck();
const findAreas = createSearch((id) => AREA_PAGE.exec(id)?.[1]);
/** A pipeline's screen needs parts of its commands before its content. */
const findPipelineCode = createSearch(
  (id) =>
    /\/(PipelinePage\.tsx|pipeline\/Editor\.tsx|PipelinesPage\.tsx|app\/pipelines?-commands\.ts)$/.exec(
      id,
    )?.[1],
);

const OF_EVERY_SCREEN =
  /\/components\/(commands|health)\/|\/entity-form\/(late-form\.tsx|PanelHead\.tsx|entity-form\.css\.ts)|\/tabs\.css\.ts|\/(use-happened-within|select-chart-range|swallow-escape|late-shown-once)\.ts$|\/widgets\/(status|metrics|text)\/|\/widgets\/progress\/progress-bar|\/actions\/copy-button|\/code-block\.tsx$|\/components\/.*\.vanilla\.css$|\/views\/((dashboard|pipelines)\/[\w.-]+|connections\/connections\.css\.ts)\.vanilla\.css$|\/app\/(list-commands|screens)\.ts$|\/contract\/(managed-site|collector-refusals)\.ts$|\/state\/(request-draft|handed-\w+|log-views)\.ts$|\/commands\/request-way\.ts$|\/widgets\/forms\/checkbox\.tsx$|\/deploy\/(deploy-asked|open-lifecycle)\.ts$|\/connection-windows\/test-destination\.ts$|\/LateCollectorNote\.tsx$|\/monitoring\.css\.ts$|\/views\/.*\/scope\.ts$|\/use-site-of-screen\.ts$|\/components\/not-read\//;
/** Not inspected: what screens share with forms that open later. */
const COMPONENT_LOGIC = /\/src\/console\/(api\/|components\/(?!widgets))[\w-/]+\.ts$/;
const OF_LISTS_OR_LATER =
  /\/src\/charts\/|\/components\/list-page\/|\/components\/(connection-form|entity-form)\/\w+\.tsx|\/widgets\/(table|schema-form|dialogs|charts)\/|\/widgets\/(forms|code)\/(?!field|text-field|code-block)[\w-]+\.tsx/;

/** Only for Monitoring and a pipeline. */
const ERRORS = /\/components\/(errors\/(?!error-tally|use-errors\.)|acknowledge\/)|\/machines\/acknowledge\//;
/** Error lists, with a table that their commands lack. */
const ERROR_LIST = /\/components\/errors\/(ErrorList|ErrorDetails|columns|use-error-filters)\.tsx?$/;

/** Groups small modules shared by areas, by the first area that needs them. */
const SHARED_BY = [
  { name: 'screen', areas: /^(dashboard|pipelines)$/ },
  { name: 'connections', areas: /^connections$/ },
  { name: 'details', areas: /^pipeline$/ },
];

/** For searchable lists, unlike the dashboard's. */
const FILTERS =
  /\/components\/list-filters\/(List\w+|filter-facts)\.tsx?$|\/widgets\/filters\/(?!select-popup)[\w-]+\.tsx$|\/widgets\/forms\/(text-field|field)\.tsx$/;

/** CSV belongs to the charts that write it: with schemas it would load them. */
const SCHEMAS = /\/src\/contract\/(?!csv\.ts)/;

/** Splits a pipeline's header from its editor, and from commands that lists load too. */
function nameOfHead(id: string, graph: ModuleGraph): string | null {
  if (!/\/views\/pipeline\/|\/displayed-version\.ts$/.test(id)) return null;
  const needs = findPipelineCode(id, graph);
  if (!needs.has('PipelinePage.tsx') || needs.size === 1) return null;
  return needs.has('app/pipelines-commands.ts') ? 'screen' : 'details';
}

function nameShared(id: string, graph: ModuleGraph): string | null {
  if (OF_EVERY_SCREEN.test(id)) return 'screen';
  const head = nameOfHead(id, graph);
  if (head !== null) return head;
  // For the pipeline's screen, and lists of changes.
  if (id.endsWith('/src/graph/draft.ts')) return 'details';
  if (ERRORS.test(id) || FILTERS.test(id)) return null;
  // They need each other.
  if (id.endsWith('/app/connection-commands.ts')) return 'connections';
  const isSmall = (graph.getModuleInfo(id)?.code?.length ?? 0) < SMALL_BYTES;
  if (!isSmall || OF_LISTS_OR_LATER.test(id) || !isLight(id, graph)) return null;
  const areas = [...findAreas(id, graph)];
  if (areas.length < (COMPONENT_LOGIC.test(id) ? 1 : 2)) return null;
  const shared = SHARED_BY.find((group) => areas.some((area) => group.areas.test(area)))?.name ?? null;
  if (shared === 'details' && !findPipelineCode(id, graph).has('PipelinePage.tsx')) return null;
  // Schemas unused by the first screens go with the others.
  return shared !== 'screen' && SCHEMAS.test(id) ? null : shared;
}

const toSharedGroup = (name: string) => ({
  debugName: name,
  name: (id: string, graph: ModuleGraph) => (nameShared(id, graph) === name ? name : null),
  test: /\/(src|machines|styles)\//,
});

/** Screens and dialogs opened after the first load, by area or part of a pipeline's screen. */
const LATE_AREA =
  /\/views\/(pipeline\/(?:create|node|versions)|(?!dashboard|pipelines?\/|list|connections|monitoring|sites)[\w-]+)\//;
const nameLateArea = (id: string): string | null => LATE_AREA.exec(id)?.[1]?.replace('/', '-') ?? null;
const findPages = createSearch((id) => (/Page\.tsx$/.test(id) ? id : undefined));
/** What an area's screens load before their content, except forms and dialogs. */
const nameLatePage = (id: string, graph: ModuleGraph): string | null => {
  const area = nameLateArea(id);
  return area !== null && findPages(id, graph).size > 0 ? `${area}-page` : null;
};
/** Areas, and parts that load later. */
const findLateParts = createSearch((id, graph) => {
  const isLoadedLater = (graph.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0;
  return nameLateArea(id) ?? (isLoadedLater ? id : undefined);
});

/**
 * Chunks by what is needed together: the first matching group takes a module with its dependencies. Rules
 * match folders, so that new files need no entry.
 */
export const CHUNK_GROUPS = [
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime|app\/react-root\.ts$/,
    tags: ['$initial' as const],
  },
  {
    name: 'contract',
    // Figure formatting belongs to the console, its only user: that is smaller.
    test: /node_modules\/(zod|xstate|@tanstack\/query-core)\/|src\/contract\/(?!figures\.ts)/,
    tags: ['$initial' as const],
  },
  { name: 'console', tags: ['$initial' as const] },
  toSharedGroup('screen'),
  { name: 'screen-calls', test: /\/contract\/calls\/screen\.ts$/ },
  // Shared by forms, graphs, events and the editor; within the editor's chunk they would load it.
  {
    name: 'basics',
    test: /\/(components\/template-icon|lib\/event-text|state\/shown-proposal|components\/graph-nodes|widgets\/graph\/(types|graph\.css)|src\/graph\/(walk|compared-graph))\.ts$/,
  },
  // Before charts, which use its fields.
  {
    name: 'filters',
    test: FILTERS,
  },
  {
    name: 'shell-calls',
    // The pages of a lost session are prefetched too.
    test: /\/contract\/(calls\/shell|live|return-address|sign-in-problems)\.ts$|\/machines\/session\/|\/console\/state\/session\.ts$/,
  },
  // Of forms and lists of alerts, which the schemas beside it do not need.
  { name: 'alert-schemas', test: /\/contract\/entities\/alert\.ts$/ },
  // Of Data insights, captures and previews.
  { name: 'captured-calls', test: /\/contract\/calls\/(captured|preview|insights)\.ts$/ },
  { name: 'log-query', test: /\/src\/contract\/(log-query\/|entities\/hydration\.ts$)/ },
  { name: 'alert-rules', test: /\/src\/contract\/alerts\// },
  // Only for forms; among schemas it would load the calls of screens.
  { name: 'config-checks', test: /\/contract\/config-checks\.ts$/ },
  // For the list of sites.
  {
    name: 'site-schemas',
    test: /\/contract\/(entities\/(site-form|git-follow|git-providers|changeset)|calls\/exchange)\.ts$/,
  },
  // Before late groups, which need some schemas; each screen loads its own. The threshold counts source text,
  // comments included.
  { name: 'schemas', test: SCHEMAS, entriesAware: true, entriesAwareMergeThreshold: 4300 },
  // Shared by charts and popups; in one of them, or in commands, it would load the rest.
  { name: 'date-times', test: /\/time-range\/date-time-text\.ts$/ },
  // Before shared parts, so that a chart loads none of them.
  {
    name: 'charts',
    test: /\/contract\/csv\.ts$|\/src\/charts\/(?!plot\.ts)|\/widgets\/charts\/|\/components\/(chart-series\.ts|explain\/(line-chart\.tsx|open-explain\.ts)|health-charts\/|analytics\/(analytics-query|former-period|instances)\.ts)/,
  },
  ...SHARED_BY.slice(1).map(({ name }) => toSharedGroup(name)),
  {
    name: 'lists',
    test: /\/components\/list-table\/|\/widgets\/table\/(?!table-options)/,
  },
  { name: 'list-page', test: /\/components\/(list-page|list-filters)\// },
  { name: 'errors', test: (id: string) => ERRORS.test(id) && !ERROR_LIST.test(id) },
  { name: 'error-list', test: ERROR_LIST },
  // Before commands, which record and run macros.
  { name: 'preferences', test: /\/preferences-actor\.ts$/ },
  // First, since a pipeline's commands build on those of lists.
  { name: 'pipelines-commands', test: /\/app\/pipelines-commands\.ts$/ },
  // With what the editor needs of them: both load together.
  { name: 'pipeline-commands', test: /\/app\/pipeline-commands\.ts$/ },
  {
    debugName: 'commands',
    name: (id: string) => /\/app\/(\w+-commands)\.ts$/.exec(id)?.[1] ?? null,
    test: /-commands\.ts$/,
  },
  { name: 'tabs', test: /\/widgets\/tabs\/tabs\.tsx$/ },
  // The palette is prefetched and needs no menu.
  { name: 'dialogs', test: /\/components\/shown-once\/ShownOnce\.tsx$|\/widgets\/dialogs\/\w[\w-]*\.tsx$/ },
  {
    name: 'menus',
    test: /\/widgets\/(forms\/proposal-list\.tsx$|(?!time-range\/)[\w-]+\/[\w-]*(menu|popup|popover)\.tsx)$|\/log-query\/(CompletionList\.tsx|use-query-completion\.ts)$/,
  },
  { name: 'calendar', test: /\/widgets\/time-range\/[\w-]+\.tsx$/ },
  // Also used by the list of features and by audit records.
  { name: 'switch', test: /\/forms\/switch(-field\.tsx|\.css\.ts)$/ },
  {
    name: 'changes',
    test: /\/components\/(record-changes\/|widgets\/(change-list\/|schema-form\/(condition-rules|values)\.ts))/,
  },
  {
    name: 'forms',
    test: /\/components\/(connection-form|entity-form)\/[A-Z]\w*\.tsx$|\/widgets\/(forms|schema-form|code)\/[\w-]+\.tsx$/,
  },
  // Also used by conflicts of pull requests, which need no form.
  { name: 'radio', test: /\/radio\.css\.ts$/ },
  { name: 'd3-dag', test: /\/node_modules\/d3-dag\// },
  // Both are for a site with pipelines.
  { name: 'SiteOverview', test: /\/views\/dashboard\/(SiteOverview|DashboardHead)\.tsx$/ },
  // Before its area, of which it needs little.
  { name: 'pipeline-page', test: /\/views\/pipeline\/PipelinePage\.tsx$/ },
  { name: 'editor', test: /\/views\/pipeline\/(Editor|deploy\/DeploymentStrip)\.tsx$/ },
  // Also for a node's panel, which needs no versions.
  { name: 'event-diff', test: /\/event-diff\/event-rows\.ts$/ },
  // They import each other: split by user, their chunks would form a circle.
  {
    name: 'version-changes',
    test: /\/components\/version-changes\/[a-z][\w-]*\.ts$|\/src\/graph\/(change-counts|version-diff)\.ts$/,
  },
  // Dialogs of the editor: few files for what opens later.
  {
    name: 'pipeline-dialogs',
    test: /\/views\/pipeline\/(deploy\/(Draft|Version)Summary|editor\/(EditorDialogs|RaisePrDialog|Collected|Proposed|TakenStep))\.tsx$/,
  },
  // Prefetched with the dashboard, which needs nothing else that areas share.
  { name: 'transformations', test: /\/(components|widgets)\/transformations\// },
  // Shared by areas, so that none loads another.
  {
    debugName: 'shared',
    name: (id: string, graph: ModuleGraph) => (findLateParts(id, graph).size > 1 ? 'shared' : null),
    test: /\/(src|machines|styles)\//,
    entriesAware: true,
    entriesAwareMergeThreshold: 8000,
  },
  { debugName: 'areas', name: nameLatePage, test: /\/src\/console\/views\// },
  // Large, and used by one part of an area, with the area's styles.
  { name: 'SqlEditor', test: /\/SqlEditor\.tsx$/ },
  { name: 'area-forms', test: /\/src\/console\/views\/(access|alerts|dead-letters|hydration|reports)\// },
  { debugName: 'later', name: nameLateArea, test: /\/src\/console\/views\// },
];
