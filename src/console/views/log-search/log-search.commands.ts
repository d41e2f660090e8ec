import { isRunning } from '../../../../machines/pipeline-lifecycle/index.ts';
import type { LogRow } from '../../../contract/entities/log-search.ts';
import {
  LOG_VIEW_COLUMNS_MAX,
  LOG_VIEW_NAME_MAX_LENGTH,
  LOG_VIEWS_MAX,
  type LogView,
} from '../../../contract/entities/preferences.ts';
import { PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
import { nameTextProblem } from '../../../contract/names.ts';
import { fetchCall } from '../../api/use-call.ts';
import type { CommandContext } from '../../commands/context.ts';
import { changePreferences, storePreference } from '../../commands/preferences/preferences.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import { type Argument, defineCommands, type Option } from '../../commands/types.ts';
import { paths } from '../../lib/paths.ts';
import { flagsOn } from '../../state/flags.ts';
import { type HandedSample, handedSample } from '../../state/handed-sample.ts';
import { readLogViews, savedLogViews } from '../../state/log-views.ts';
import { notify } from '../../state/toasts.ts';
import './scope.ts';

/** Newest first, as a pipeline's source received them. */
export const toHandedSample = (rows: readonly LogRow[], pipelineId: string): HandedSample => ({
  pipelineId,
  name: 'Events of Log Search',
  events: rows.map(({ text }) => text),
  origins: rows.map(({ metadata }) => metadata.origin),
});

const NOT_OPEN = 'Open Log Search first';
const readScope = (ctx: CommandContext) => ctx.scopes.logSearch;
const isOpen = (ctx: CommandContext): true | string => (readScope(ctx) ? true : NOT_OPEN);
const ALL_SOURCES = 'all';

const fieldArgument: Argument = {
  kind: 'option',
  name: 'field',
  title: 'Field',
  load: (ctx) =>
    (readScope(ctx)?.facets ?? []).map(({ field, distinct }) => ({
      id: field,
      label: field,
      detail: `${distinct} ${distinct === 1 ? 'value' : 'values'}`,
    })),
  empty: 'No field is known yet',
};
const valueArgument: Argument = {
  kind: 'option',
  name: 'value',
  title: 'Value',
  load: (ctx, _, { field }) =>
    (readScope(ctx)?.facets.find((facet) => facet.field === field)?.values ?? []).map(({ value, count }) => ({
      id: value,
      label: value === '' ? '(empty)' : value,
      detail: count,
    })),
  empty: 'No value is known yet',
};
const sourceOptions = (ctx: CommandContext): Option[] => [
  { id: ALL_SOURCES, label: 'All archived sources' },
  ...(readScope(ctx)?.sources ?? []).map(({ id, name, isArchived, problem }) => ({
    id,
    label: name,
    detail: isArchived ? 'archived now' : 'archive ended',
    ...(problem === '' ? {} : { disabledReason: problem }),
  })),
];

/** Source of the event under the cursor, else of the search. */
const findSource = (ctx: CommandContext): string | undefined =>
  readScope(ctx)?.sourceOfCursor ?? readScope(ctx)?.sourceId;

async function listPipelines(ctx: CommandContext, sourceIds: readonly string[]): Promise<Option[]> {
  if (!ctx.site) return [];
  const query = { siteIds: [ctx.site.id], sourceIds: [...sourceIds], 'pagination.limit': PAGE_LIMIT_MAX };
  const { pipelines } = await fetchCall('listPipelines', { query });
  return pipelines.map((pipeline) => ({
    id: pipeline.id,
    label: pipeline.name,
    detail: isRunning(pipeline) ? 'running' : 'not running',
    icon: 'pipeline',
  }));
}
const readerArgument: Argument = {
  kind: 'option',
  name: 'pipeline',
  title: 'Pipeline',
  load: (ctx) => {
    const source = findSource(ctx);
    return source === undefined ? [] : listPipelines(ctx, [source]);
  },
  empty: 'No pipeline reads this source now',
};
/** Those that read the source come first. */
const draftArgument: Argument = {
  kind: 'option',
  name: 'pipeline',
  title: 'Pipeline whose preview gets the events',
  load: async (ctx) => {
    const source = findSource(ctx);
    const readers = source === undefined ? [] : await listPipelines(ctx, [source]);
    const others = (await listPipelines(ctx, [])).filter(({ id }) => readers.every((one) => one.id !== id));
    return [...readers.map((one) => ({ ...one, detail: 'reads this source' })), ...others];
  },
  empty: 'There is no pipeline yet',
};

const NO_VIEW = 'No view is saved on this site yet';
const isOfSite =
  (ctx: CommandContext) =>
  ({ siteId }: LogView): boolean =>
    siteId === ctx.site?.id;
const hasViews = (ctx: CommandContext): true | string =>
  savedLogViews.get()?.some(isOfSite(ctx)) === false ? NO_VIEW : true;
const viewArgument: Argument = {
  kind: 'option',
  name: 'view',
  title: 'View',
  load: async (ctx) => {
    const views = (await readLogViews()).filter(isOfSite(ctx));
    return views.map(({ id, name, query }) => ({ id, label: name, detail: query }));
  },
  empty: NO_VIEW,
};

function findViewNameProblem(name: string): true | string {
  const wanted = name.trim();
  if (wanted === '') return 'View name is required';
  if (wanted.length > LOG_VIEW_NAME_MAX_LENGTH)
    return `View name must be at most ${LOG_VIEW_NAME_MAX_LENGTH} characters`;
  return nameTextProblem('View name', wanted) ?? true;
}

const canExport = (ctx: CommandContext): true | string => readScope(ctx)?.canExport ?? NOT_OPEN;

export const logSearchCommands = defineCommands([
  {
    id: 'logSearch.source',
    title: 'Search the archive of',
    listTitle: 'Log Search: choose a source',
    group: 'View',
    icon: 'archive',
    keywords: ['source', 'which'],
    keys: 'a',
    scope: 'logSearch',
    bar: 'Archive',
    enabled: isOpen,
    args: [{ kind: 'option', name: 'source', title: 'Source', load: sourceOptions }],
    run: (ctx, { source }) => readScope(ctx)?.setSource(source === ALL_SOURCES ? undefined : source),
  },
  {
    id: 'logSearch.facets',
    title: 'Go to facets',
    listTitle: 'Log Search: go to facets',
    group: 'View',
    icon: 'filter',
    keys: 'f',
    scope: 'logSearch',
    bar: 'Facets',
    enabled: (ctx) => (readScope(ctx)?.facetList.current ? true : 'There are no facets'),
    run: (ctx) => readScope(ctx)?.facetList.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
  },
  {
    id: 'logSearch.histogram',
    title: 'Go to histogram',
    listTitle: 'Log Search: go to histogram',
    group: 'View',
    icon: 'activity',
    keys: 'h',
    scope: 'logSearch',
    enabled: (ctx) => (readScope(ctx)?.histogram.current ? true : 'There is no histogram'),
    run: (ctx) => readScope(ctx)?.histogram.current?.focus(),
  },
  {
    id: 'logSearch.zoom',
    title: 'Zoom to the chosen time',
    listTitle: 'Log Search: zoom to the time chosen in the histogram',
    group: 'View',
    icon: 'search',
    keys: 'z',
    scope: 'logSearch',
    bar: false,
    enabled: (ctx) => {
      if (!readScope(ctx)) return NOT_OPEN;
      return readScope(ctx)?.zoom ? true : 'Choose a time in the histogram first';
    },
    run: (ctx) => readScope(ctx)?.zoom?.(),
  },
  {
    id: 'logSearch.include',
    title: 'Include a value',
    listTitle: 'Log Search: include a value',
    group: 'View',
    icon: 'plus',
    keywords: ['filter in', 'only'],
    keys: 'i',
    scope: 'logSearch',
    enabled: isOpen,
    args: [fieldArgument, valueArgument],
    run: (ctx, { field = '', value = '' }) => readScope(ctx)?.narrow(field, value, false),
  },
  {
    id: 'logSearch.exclude',
    title: 'Exclude a value',
    listTitle: 'Log Search: exclude a value',
    group: 'View',
    icon: 'minus',
    keywords: ['filter out', 'not'],
    keys: 'Shift+i',
    scope: 'logSearch',
    enabled: isOpen,
    args: [fieldArgument, valueArgument],
    run: (ctx, { field = '', value = '' }) => readScope(ctx)?.narrow(field, value, true),
  },
  {
    id: 'logSearch.column',
    title: 'Show a field as column',
    listTitle: 'Log Search: show or hide a field as column',
    group: 'View',
    icon: 'columns',
    keys: 'c',
    scope: 'logSearch',
    bar: 'Column',
    enabled: isOpen,
    args: [fieldArgument],
    run: (ctx, { field = '' }) => readScope(ctx)?.toggleColumn(field),
  },
  {
    id: 'logSearch.history',
    title: 'Earlier queries',
    listTitle: 'Log Search: earlier queries',
    group: 'View',
    icon: 'history',
    keywords: ['recent', 'history'],
    keys: 'e',
    scope: 'logSearch',
    bar: 'Earlier',
    enabled: (ctx) => {
      if (!readScope(ctx)) return NOT_OPEN;
      return (readScope(ctx)?.history.length ?? 0) > 0 ? true : 'No queries were run in this browser yet';
    },
    args: [
      {
        kind: 'option',
        name: 'query',
        title: 'Query',
        load: (ctx) => (readScope(ctx)?.history ?? []).map((query) => ({ id: query, label: query })),
      },
    ],
    run: (ctx, { query = '' }) => readScope(ctx)?.setQuery(query),
  },
  {
    id: 'logSearch.saveView',
    title: 'Save view',
    listTitle: 'Log Search: save query, archive and columns as a view',
    group: 'View',
    icon: 'save',
    keywords: ['keep', 'bookmark', 'favorite'],
    keys: 'Shift+v',
    scope: 'logSearch',
    bar: 'Save view',
    calls: ['updatePreferences'],
    enabled: (ctx) => {
      if (!readScope(ctx)) return NOT_OPEN;
      return (savedLogViews.get()?.length ?? 0) < LOG_VIEWS_MAX
        ? true
        : `${LOG_VIEWS_MAX} views are kept; delete one first`;
    },
    args: [
      {
        kind: 'text',
        name: 'name',
        title: 'Name of the view; one of the same name is replaced',
        action: 'Save view as',
        validate: findViewNameProblem,
      },
    ],
    run: async (ctx, { name = '' }) => {
      const scope = readScope(ctx);
      if (!scope || !ctx.site) return;
      const { query, sourceId, columns } = scope;
      const isStored = await storePreference({
        kind: 'logViewPut',
        view: {
          id: crypto.randomUUID(),
          name: name.trim(),
          siteId: ctx.site.id,
          query,
          ...(sourceId === undefined ? {} : { sourceId }),
          columns: columns.slice(0, LOG_VIEW_COLUMNS_MAX),
        },
      });
      if (isStored) notify({ message: `View '${name.trim()}' is saved`, status: 'success' });
    },
  },
  {
    id: 'logSearch.openView',
    title: 'Open saved view',
    listTitle: 'Log Search: open a saved view',
    group: 'View',
    icon: 'list',
    keywords: ['saved search', 'favorite', 'bookmark'],
    keys: 'v',
    scope: 'logSearch',
    everywhere: true,
    bar: 'Views',
    enabled: hasViews,
    args: [viewArgument],
    run: (ctx, args) => {
      const view = savedLogViews.get()?.find(({ id }) => id === args.view);
      if (view) ctx.navigate(paths.logSearch({ q: view.query, source: view.sourceId, column: view.columns }));
    },
  },
  {
    id: 'logSearch.deleteView',
    title: 'Delete saved view',
    listTitle: 'Log Search: delete a saved view',
    group: 'View',
    icon: 'delete',
    keywords: ['remove', 'saved search'],
    scope: 'logSearch',
    everywhere: true,
    bar: false,
    calls: ['updatePreferences'],
    enabled: hasViews,
    args: [viewArgument],
    run: (_ctx, args) => changePreferences({ kind: 'logViewRemoved', id: args.view ?? '' }),
  },
  {
    id: 'logSearch.pipelines',
    title: 'Pipelines that read this source',
    listTitle: 'Log Search: pipelines that read this source',
    group: 'View',
    icon: 'pipeline',
    keywords: ['who', 'uses', 'where'],
    keys: 'p',
    scope: 'logSearch',
    bar: 'Pipelines',
    enabled: (ctx) => {
      if (!readScope(ctx)) return NOT_OPEN;
      return findSource(ctx) === undefined ? 'Choose an event or an archive first' : true;
    },
    args: [readerArgument],
    run: (ctx, { pipeline = '' }) => ctx.navigate(paths.pipeline(pipeline)),
  },
  {
    id: 'logSearch.sample',
    title: 'Use as sample',
    listTitle: 'Log Search: use events as sample of a preview',
    group: 'View',
    icon: 'fileInput',
    keywords: ['preview', 'draft', 'try', 'test'],
    keys: 'u',
    scope: 'logSearch',
    bar: 'Sample',
    enabled: canExport,
    args: [draftArgument],
    run: (ctx, { pipeline = '' }) => {
      const rows = readScope(ctx)?.chosenRows() ?? [];
      if (rows.length === 0) return;
      handedSample.set(toHandedSample(rows, pipeline));
      ctx.navigate(paths.pipeline(pipeline));
    },
  },
  {
    id: 'logSearch.alert',
    title: 'Alert on this search…',
    listTitle: 'Log Search: alert on this search',
    group: 'Create',
    icon: 'bellRing',
    keywords: ['rule', 'monitor', 'notify', 'threshold'],
    keys: 'Shift+a',
    scope: 'logSearch',
    bar: 'Alert',
    calls: ['createAlertRule'],
    enabled: (ctx) => {
      const scope = readScope(ctx);
      if (!scope) return NOT_OPEN;
      if (flagsOn.get()?.has('alertEventsPage') === false) return 'Alerts are switched off';
      return scope.query.trim() === '' ? 'Type a query first' : true;
    },
    run: (ctx) => {
      const scope = readScope(ctx);
      if (scope) ctx.navigate(paths.alertRules({ create: '1', query: scope.query, source: scope.sourceId }));
    },
  },
  {
    id: 'logSearch.live',
    title: (ctx) =>
      ({ off: 'Follow new events', live: 'Pause new events', paused: 'Resume new events' })[
        readScope(ctx)?.live ?? 'off'
      ],
    listTitle: 'Log Search: follow new events, or pause',
    group: 'View',
    icon: 'activity',
    keywords: ['live', 'tail', 'watch', 'stream'],
    keys: 'l',
    scope: 'logSearch',
    bar: (ctx) => ({ off: 'Live', live: 'Pause', paused: 'Resume' })[readScope(ctx)?.live ?? 'off'],
    enabled: (ctx) => {
      const scope = readScope(ctx);
      return scope ? (scope.followReason ?? true) : NOT_OPEN;
    },
    run: (ctx) => readScope(ctx)?.toggleLive(),
  },
  {
    id: 'logSearch.wrap',
    title: (ctx) => (readScope(ctx)?.isWrapped ? 'One line per event' : 'Wrap long lines'),
    listTitle: 'Log Search: wrap long lines or not',
    group: 'View',
    icon: 'enter',
    keywords: ['break', 'lines'],
    keys: 'w',
    scope: 'logSearch',
    bar: 'Wrap',
    enabled: isOpen,
    run: (ctx) => readScope(ctx)?.toggleWrap(),
  },
  {
    id: 'logSearch.metadata',
    title: (ctx) => (readScope(ctx)?.hasMetadata ? 'Hide metadata' : 'Show metadata'),
    listTitle: 'Log Search: metadata of events',
    group: 'View',
    icon: 'list',
    keywords: ['origin', 'file', 'source'],
    scope: 'logSearch',
    bar: false,
    enabled: (ctx) => {
      const scope = readScope(ctx);
      return scope ? scope.canShowMetadata : NOT_OPEN;
    },
    run: (ctx) => readScope(ctx)?.toggleMetadata(),
  },
  {
    id: 'logSearch.exportNdjson',
    title: 'Export NDJSON',
    listTitle: 'Log Search: export as lines of JSON',
    group: 'View',
    icon: 'download',
    keywords: ['save', 'download', 'lines'],
    scope: 'logSearch',
    enabled: canExport,
    run: (ctx) => readScope(ctx)?.save('NDJSON'),
  },
  {
    id: 'logSearch.exportJson',
    title: 'Export JSON',
    listTitle: 'Log Search: export as one JSON list',
    group: 'View',
    icon: 'download',
    keywords: ['save', 'download'],
    scope: 'logSearch',
    enabled: canExport,
    run: (ctx) => readScope(ctx)?.save('JSON'),
  },
  {
    id: 'logSearch.cancelExport',
    title: 'Cancel export',
    listTitle: 'Log Search: cancel the export',
    group: 'View',
    icon: 'close',
    scope: 'logSearch',
    enabled: (ctx) => (readScope(ctx)?.cancelExport ? true : 'No export is under way'),
    run: (ctx) => readScope(ctx)?.cancelExport?.(),
    calls: ['cancelLogExport'],
  },
]);

export const logSearchScopes: readonly ScopeDefinition[] = [
  { id: 'logSearch', mode: 'RESULTS', alongside: ['list'] },
];
