import { type DashboardContent, REFRESH_SECONDS } from '../../../../contract/entities/dashboard.ts';
import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH } from '../../../../contract/limits.ts';
import type { CommandContext } from '../../../commands/context.ts';
import type { ScopeDefinition } from '../../../commands/scopes.ts';
import { type CommandArgs, defineCommands, type OptionArgument } from '../../../commands/types.ts';
import { paths } from '../../../lib/paths.ts';
import { createName, hasPanels, isEditable, isOpen, NOT_OPEN, scopeOf } from './command-guards.ts';
import { panelCommands } from './panel.commands.ts';
import { variableCommands } from './variable.commands.ts';
import './scope.ts';

const NO_LIST = 'Open the list of dashboards first';
export const formatRefresh = (seconds: number): string => {
  if (seconds === 0) return 'Never';
  return seconds < 60 ? `Every ${seconds} s` : `Every ${seconds / 60} min`;
};

const getName = (ctx: CommandContext): string => scopeOf(ctx)?.content.name ?? '';

const dashboardArgument: OptionArgument = {
  kind: 'option',
  name: 'id',
  title: 'Dashboard',
  given: (ctx) => {
    const current = ctx.scopes.queryDashboards?.current;
    return current && { id: current.id, label: current.name };
  },
  load: (ctx) =>
    (ctx.scopes.queryDashboards?.dashboards ?? []).map(({ id, name, description, stored }) => ({
      id,
      label: name,
      ...(stored ? {} : { detail: 'Part of Penstock' }),
      ...(description === '' ? {} : { description }),
    })),
  empty: 'There is no dashboard',
};
const findListed = (ctx: CommandContext, { id }: CommandArgs) => {
  const scope = ctx.scopes.queryDashboards;
  return id === undefined ? scope?.current : scope?.dashboards.find((one) => one.id === id);
};

const EMPTY: Omit<DashboardContent, 'name'> = {
  description: '',
  time: '1d',
  refreshSeconds: 0,
  variables: [],
  panels: [],
};

export const queryDashboardCommands = [
  ...defineCommands([
    {
      id: 'queryDashboard.create',
      title: 'New dashboard of queries',
      group: 'Create',
      icon: 'plus',
      keywords: ['board', 'panels', 'chart', 'overview'],
      keys: 'c',
      scope: 'queryDashboards',
      bar: 'New',
      enabled: (ctx) => (ctx.scopes.queryDashboards ? true : NO_LIST),
      args: [createName('Name', 'Create the dashboard', undefined)],
      run: (ctx, { name = '' }) => ctx.scopes.queryDashboards?.create({ ...EMPTY, name: name.trim() }),
      calls: ['createDashboard'],
    },
    {
      id: 'queryDashboard.import',
      title: 'Import dashboard of queries',
      group: 'Create',
      icon: 'upload',
      keywords: ['json', 'file', 'load'],
      keys: 'i',
      scope: 'queryDashboards',
      bar: 'Import',
      enabled: (ctx) => (ctx.scopes.queryDashboards ? true : NO_LIST),
      run: (ctx) => ctx.navigate(paths.queryDashboards({ import: '1' })),
      leadsTo: ['createDashboard'],
    },
    {
      id: 'queryDashboard.deleteListed',
      title: 'Delete this dashboard of queries',
      group: 'View',
      icon: 'delete',
      keywords: ['remove'],
      keys: 'Delete',
      scope: 'queryDashboards',
      bar: false,
      args: [dashboardArgument],
      enabled: (ctx, args) => {
        if (!ctx.scopes.queryDashboards) return NO_LIST;
        const listed = findListed(ctx, args);
        if (!listed) return 'Choose a dashboard first';
        return listed.stored ? true : 'It is a part of Penstock, and stays';
      },
      review: (ctx, args) => ({
        title: 'Delete Dashboard',
        body: `'${findListed(ctx, args)?.name ?? ''}' is deleted for everyone on the site; saved queries stay.`,
        action: 'Delete dashboard',
        destructive: true,
      }),
      run: (ctx, args) => {
        const stored = findListed(ctx, args)?.stored;
        if (stored) ctx.scopes.queryDashboards?.remove(stored);
      },
      calls: ['deleteDashboard'],
    },
    {
      id: 'queryDashboard.refresh',
      title: 'Refresh panels',
      group: 'View',
      icon: 'refresh',
      keywords: ['reload', 'again', 'run'],
      keys: 'u',
      scope: 'queryDashboard',
      bar: 'Refresh',
      enabled: hasPanels,
      run: (ctx) => scopeOf(ctx)?.refresh(),
    },
    {
      id: 'queryDashboard.time',
      title: 'Time of the dashboard',
      group: 'View',
      icon: 'clock',
      keywords: ['range', 'period'],
      keys: 'Shift+t',
      scope: 'queryDashboard',
      bar: 'Time',
      enabled: isOpen,
      args: [{ kind: 'time', name: 'range', title: 'Time range' }],
      run: (ctx, { range = '' }) => scopeOf(ctx)?.setRange(range),
    },
    {
      id: 'queryDashboard.interval',
      title: 'Refresh interval of panels',
      group: 'View',
      icon: 'timer',
      keywords: ['interval', 'auto refresh', 'live'],
      keys: 'Shift+u',
      scope: 'queryDashboard',
      bar: false,
      enabled: isOpen,
      args: [
        {
          kind: 'option',
          name: 'seconds',
          title: 'Refresh',
          load: () =>
            REFRESH_SECONDS.map((seconds) => ({ id: String(seconds), label: formatRefresh(seconds) })),
        },
      ],
      run: (ctx, { seconds }) => scopeOf(ctx)?.setRefresh(Number(seconds)),
    },
    {
      id: 'queryDashboard.full',
      title: (ctx) => (scopeOf(ctx)?.isFull ? 'Leave full screen' : 'Show the dashboard in full screen'),
      listTitle: 'Dashboard of queries: full screen',
      group: 'View',
      icon: 'fit',
      keywords: ['kiosk', 'wall', 'big', 'tv'],
      keys: 'f',
      scope: 'queryDashboard',
      bar: 'Full screen',
      enabled: isOpen,
      run: (ctx) => scopeOf(ctx)?.setFull(scopeOf(ctx)?.isFull !== true),
    },
    {
      id: 'queryDashboard.rename',
      title: 'Rename dashboard of queries',
      group: 'View',
      icon: 'rename',
      keywords: ['name', 'description'],
      scope: 'queryDashboard',
      bar: false,
      enabled: isEditable,
      args: [
        createName('Name', 'Use this name', getName),
        {
          kind: 'text',
          name: 'description',
          title: 'Description, may be empty',
          action: 'Use this description',
          initial: (ctx) => scopeOf(ctx)?.content.description ?? '',
          validate: (value) =>
            value.length > DESCRIPTION_MAX_LENGTH ? `At most ${DESCRIPTION_MAX_LENGTH} characters` : true,
        },
      ],
      run: (ctx, { name = '', description = '' }) => {
        const scope = scopeOf(ctx);
        scope?.change({ ...scope.content, name: name.trim(), description: description.trim() });
      },
      leadsTo: ['updateDashboard'],
    },
    {
      id: 'queryDashboard.save',
      title: 'Save dashboard of queries',
      group: 'View',
      icon: 'save',
      keywords: ['store', 'keep'],
      keys: 'mod+s',
      scope: 'queryDashboard',
      bar: 'Save',
      enabled: (ctx) => {
        const editable = isEditable(ctx);
        if (editable !== true) return editable;
        return scopeOf(ctx)?.isChanged ? true : 'Nothing was changed since it was saved';
      },
      run: (ctx) => scopeOf(ctx)?.save(),
      calls: ['updateDashboard'],
    },
    {
      id: 'queryDashboard.discard',
      title: 'Forget changes of the dashboard',
      group: 'View',
      icon: 'undo',
      scope: 'queryDashboard',
      bar: false,
      enabled: (ctx) => {
        if (!scopeOf(ctx)) return NOT_OPEN;
        return scopeOf(ctx)?.isChanged ? true : 'Nothing was changed since it was saved';
      },
      review: () => ({
        title: 'Forget Changes',
        body: 'The dashboard is shown again as it was saved last.',
        action: 'Forget changes',
        destructive: true,
      }),
      run: (ctx) => scopeOf(ctx)?.discard(),
    },
    {
      id: 'queryDashboard.copy',
      title: 'Copy dashboard of queries',
      group: 'View',
      icon: 'copy',
      keywords: ['duplicate', 'clone', 'save as'],
      keys: 'Shift+c',
      scope: 'queryDashboard',
      bar: 'Copy',
      enabled: isOpen,
      args: [
        createName('Name of the copy', 'Copy the dashboard', (ctx) =>
          `Copy of ${getName(ctx)}`.slice(0, NAME_MAX_LENGTH),
        ),
      ],
      run: (ctx, { name = '' }) => scopeOf(ctx)?.copy(name.trim()),
      calls: ['createDashboard'],
    },
    {
      id: 'queryDashboard.export',
      title: 'Export dashboard as JSON',
      group: 'View',
      icon: 'download',
      keywords: ['download', 'file'],
      scope: 'queryDashboard',
      bar: false,
      enabled: isOpen,
      run: (ctx) => scopeOf(ctx)?.exportJson(),
    },
    {
      id: 'queryDashboard.delete',
      title: 'Delete dashboard of queries',
      group: 'View',
      icon: 'delete',
      keywords: ['remove'],
      scope: 'queryDashboard',
      bar: false,
      enabled: (ctx) => {
        if (!scopeOf(ctx)) return NOT_OPEN;
        return scopeOf(ctx)?.stored ? true : 'It is a part of Penstock, and stays';
      },
      review: (ctx) => ({
        title: 'Delete Dashboard',
        body: `'${getName(ctx)}' is deleted for everyone on the site; saved queries stay.`,
        action: 'Delete dashboard',
        destructive: true,
      }),
      run: (ctx) => scopeOf(ctx)?.remove(),
      calls: ['deleteDashboard'],
    },
  ]),
  ...panelCommands,
  ...variableCommands,
];

export const queryDashboardScopes: readonly ScopeDefinition[] = [
  { id: 'queryDashboards', mode: 'DASHBOARDS', alongside: ['list'] },
  { id: 'queryDashboard', mode: 'DASHBOARD' },
];
