import { QUERY_CHARTS, type SavedQuery } from '../../../contract/entities/query.ts';
import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH, PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
import { fetchCall } from '../../api/use-call.ts';
import type { CommandContext } from '../../commands/context.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import { defineCommands, type OptionArgument, type TextArgument } from '../../commands/types.ts';
import { paths } from '../../lib/paths.ts';
import { buildDatasetAddress, CHART_LABELS } from './query-texts.ts';
import { scheduleCommands } from './schedule.commands.ts';
import './scope.ts';

const NOT_OPEN = 'Open Query first';
const readScope = (ctx: CommandContext) => ctx.scopes.query;
const isOpen = (ctx: CommandContext): true | string => (readScope(ctx) ? true : NOT_OPEN);

async function listSaved(ctx: CommandContext): Promise<readonly SavedQuery[]> {
  const query = { siteIds: ctx.site ? [ctx.site.id] : [], 'pagination.limit': PAGE_LIMIT_MAX };
  return (await fetchCall('listQueries', { query }, 0)).queries;
}

const savedArgument: OptionArgument = {
  kind: 'option',
  name: 'query',
  title: 'Saved query',
  load: async (ctx) =>
    (await listSaved(ctx)).map(({ id, name, description, createdBy }) => ({
      id,
      label: name,
      detail: `by ${createdBy}`,
      ...(description === '' ? {} : { description }),
    })),
  empty: 'No query is saved on this site',
};
const nameArgument: TextArgument = {
  kind: 'text',
  name: 'name',
  title: 'Name',
  action: 'Use this name',
  validate: (value) => {
    if (value.trim() === '') return 'Name is required';
    return value.trim().length > NAME_MAX_LENGTH ? `At most ${NAME_MAX_LENGTH} characters` : true;
  },
};
const descriptionArgument: TextArgument = {
  kind: 'text',
  name: 'description',
  title: 'Description, may be empty',
  action: 'Save the query',
  validate: (value) =>
    value.length > DESCRIPTION_MAX_LENGTH ? `At most ${DESCRIPTION_MAX_LENGTH} characters` : true,
};

function canSave(ctx: CommandContext): true | string {
  const scope = readScope(ctx);
  if (!scope) return NOT_OPEN;
  if (scope.sql.trim() === '') return 'The query is empty';
  return scope.saved && !scope.isChanged ? 'Nothing was changed since it was saved' : true;
}

export const queryCommands = defineCommands([
  {
    id: 'query.run',
    title: 'Run query',
    group: 'View',
    icon: 'play',
    keywords: ['sql', 'execute', 'select'],
    keys: 'mod+Enter',
    scope: 'query',
    bar: 'Run',
    enabled: (ctx) => {
      const scope = readScope(ctx);
      if (!scope) return NOT_OPEN;
      if (scope.isRunning) return 'The query is running';
      return scope.sql.trim() === '' ? 'The query is empty' : true;
    },
    run: (ctx) => readScope(ctx)?.run(),
    calls: ['runQuery'],
  },
  {
    id: 'query.cancel',
    title: 'Cancel query',
    group: 'View',
    icon: 'stop',
    keywords: ['stop', 'abort'],
    keys: 'Shift+x',
    scope: 'query',
    bar: (ctx) => (readScope(ctx)?.isRunning ? 'Cancel' : false),
    enabled: (ctx) => {
      if (!readScope(ctx)) return NOT_OPEN;
      return readScope(ctx)?.isRunning ? true : 'No query is running';
    },
    run: (ctx) => readScope(ctx)?.cancel(),
  },
  {
    id: 'query.edit',
    title: 'Edit SQL',
    group: 'View',
    icon: 'edit',
    keywords: ['editor', 'statement'],
    keys: 'e',
    scope: 'query',
    bar: 'Edit',
    palette: false,
    enabled: isOpen,
    run: (ctx) => readScope(ctx)?.edit(),
  },
  {
    id: 'query.time',
    title: 'Time of the query',
    group: 'View',
    icon: 'clock',
    keywords: ['range', 'period'],
    keys: 'Shift+t',
    scope: 'query',
    bar: 'Time',
    enabled: isOpen,
    args: [{ kind: 'time', name: 'range', title: 'Time range' }],
    run: (ctx, { range = '' }) => readScope(ctx)?.setRange(range),
  },
  {
    id: 'query.chart',
    title: 'Show the result as',
    listTitle: 'Query: show the result as table or chart',
    group: 'View',
    icon: 'chart',
    keywords: ['line', 'area', 'bar', 'figure', 'graph', 'plot'],
    keys: 'v',
    scope: 'query',
    bar: 'Chart',
    enabled: isOpen,
    args: [
      {
        kind: 'option',
        name: 'chart',
        title: 'Chart',
        load: () => QUERY_CHARTS.map((id) => ({ id, label: CHART_LABELS[id] })),
      },
    ],
    run: (ctx, { chart }) => {
      const chosen = QUERY_CHARTS.find((one) => one === chart);
      if (chosen) readScope(ctx)?.setChart(chosen);
    },
  },
  {
    id: 'query.open',
    title: 'Open saved query',
    group: 'Go to',
    icon: 'search',
    keywords: ['sql', 'stored', 'load'],
    keys: 'Shift+o',
    scope: 'query',
    everywhere: true,
    bar: 'Saved',
    enabled: () => true,
    args: [savedArgument],
    run: (ctx, { query }) => ctx.navigate(paths.query({ id: query })),
    calls: ['listQueries'],
  },
  {
    id: 'query.save',
    title: 'Save query',
    group: 'View',
    icon: 'save',
    keywords: ['store', 'keep'],
    keys: 'mod+s',
    scope: 'query',
    bar: 'Save',
    enabled: canSave,
    args: [
      {
        ...nameArgument,
        given: (ctx) => {
          const saved = readScope(ctx)?.saved;
          return saved && { id: saved.name, label: saved.name };
        },
      },
      {
        ...descriptionArgument,
        given: (ctx) => {
          const saved = readScope(ctx)?.saved;
          return saved && { id: saved.description, label: saved.description };
        },
      },
    ],
    run: (ctx, { name = '', description = '' }) => {
      const scope = readScope(ctx);
      if (scope?.saved) scope.save();
      else scope?.saveAs(name.trim(), description.trim());
    },
    calls: ['createQuery', 'updateQuery'],
  },
  {
    id: 'query.saveAs',
    title: 'Save query under another name',
    group: 'View',
    icon: 'save',
    keywords: ['copy', 'duplicate'],
    scope: 'query',
    bar: false,
    enabled: (ctx) => {
      if (!readScope(ctx)) return NOT_OPEN;
      return readScope(ctx)?.sql.trim() === '' ? 'The query is empty' : true;
    },
    args: [nameArgument, descriptionArgument],
    run: (ctx, { name = '', description = '' }) => readScope(ctx)?.saveAs(name.trim(), description.trim()),
    calls: ['createQuery'],
  },
  ...scheduleCommands,
  {
    id: 'query.delete',
    title: 'Delete saved query',
    group: 'View',
    icon: 'delete',
    keywords: ['remove'],
    scope: 'query',
    bar: false,
    enabled: (ctx) => {
      if (!readScope(ctx)) return NOT_OPEN;
      return readScope(ctx)?.saved ? true : 'Open a saved query first';
    },
    review: (ctx) => ({
      title: 'Delete Saved Query',
      body: `'${readScope(ctx)?.saved?.name ?? ''}' is deleted for everyone on the site.`,
      action: 'Delete query',
      destructive: true,
    }),
    run: (ctx) => {
      const scope = readScope(ctx);
      if (scope?.saved) scope.remove(scope.saved);
    },
    calls: ['deleteQuery'],
  },
  {
    id: 'query.exportJson',
    title: 'Export result as JSON',
    group: 'View',
    icon: 'download',
    keywords: ['download', 'file'],
    scope: 'query',
    bar: false,
    enabled: (ctx) => readScope(ctx)?.canExport ?? NOT_OPEN,
    run: (ctx) => readScope(ctx)?.exportJson(),
  },
  {
    id: 'queryData.query',
    title: 'Query this data',
    group: 'View',
    icon: 'search',
    keywords: ['sql', 'table', 'select'],
    scope: 'queryData',
    bar: 'Query',
    args: [
      {
        kind: 'option',
        name: 'table',
        title: 'Data',
        given: (ctx) => {
          const current = ctx.scopes.queryData?.current;
          return current && { id: current.name, label: current.name };
        },
        load: (ctx) =>
          (ctx.scopes.queryData?.datasets ?? []).map(({ name, description }) => ({
            id: name,
            label: name,
            ...(description === '' ? {} : { description }),
          })),
        empty: 'There is no data to query on this site',
      },
    ],
    enabled: (ctx) => (ctx.scopes.queryData ? true : 'Open Data first'),
    run: (ctx, { table }) => {
      const dataset = ctx.scopes.queryData?.datasets.find(({ name }) => name === table);
      if (dataset) ctx.navigate(buildDatasetAddress(dataset));
    },
  },
]);

export const queryScopes: readonly ScopeDefinition[] = [
  { id: 'query', mode: 'QUERY', alongside: ['list'] },
  { id: 'queryData', mode: 'DATA', alongside: ['list'] },
];
