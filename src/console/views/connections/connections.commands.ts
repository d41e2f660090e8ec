import { USAGE_TYPES } from '../../../contract/enums.ts';
import { takesRequests } from '../../../contract/managed-site.ts';
import { fetchCall } from '../../api/use-call.ts';
import type { CommandContext } from '../../commands/context.ts';
import { getRequestWay, reviewRequest } from '../../commands/request-way.ts';
import {
  type Command,
  type CommandArgs,
  defineCommands,
  type Option,
  type OptionArgument,
} from '../../commands/types.ts';
import type { ConnectionKind } from '../../components/connection-form/kinds.ts';
import { KINDS } from '../../components/connection-form/kinds.ts';
import { focusForm } from '../../lib/focus-form.ts';
import { paths } from '../../lib/paths.ts';
import { CHOOSE_TYPE, createPath, getListScope, hasSite } from './create.commands.ts';
import './scope.ts';

const loadTemplates = async (kind: ConnectionKind, siteId: string | undefined): Promise<Option[]> => {
  const query = siteId === undefined ? {} : { siteId };
  const templates =
    kind === 'source'
      ? (await fetchCall('listSourceTemplates', { query })).sourceTemplates
      : (await fetchCall('listSinkTemplates', { query })).sinkTemplates;
  return templates.map((template) => ({
    id: template.id,
    label: template.name,
    description: template.description,
    keywords: [template.group],
    ...(template.unavailable === undefined ? {} : { disabledReason: template.unavailable }),
  }));
};

const loadConnections = async (kind: ConnectionKind, siteId: string): Promise<Option[]> => {
  const query = {
    siteIds: [siteId],
    statuses: ['ACTIVE' as const],
    usageTypes: [...USAGE_TYPES],
    includeConfig: false,
  };
  const found =
    kind === 'source'
      ? (await fetchCall('listSources', { query })).sources
      : (await fetchCall('listSinks', { query })).sinks;
  return found.map((one) => ({ id: one.id, label: one.name, detail: one.templateName }));
};

const getCurrentConnection = (ctx: CommandContext, kind: ConnectionKind) =>
  ctx.scopes[getListScope(kind)]?.current;

/** The connection of the arguments, else the screen's current one. */
export const findConnection = (ctx: CommandContext, kind: ConnectionKind, args: CommandArgs) => {
  const scope = ctx.scopes[getListScope(kind)];
  return args.id === undefined ? scope?.current : scope?.connections.find(({ id }) => id === args.id);
};

const listUsers = (ctx: CommandContext, kind: ConnectionKind, args: CommandArgs) => {
  const connection = findConnection(ctx, kind, args);
  return connection ? (ctx.scopes[getListScope(kind)]?.usersOf(connection.id) ?? []) : [];
};

function describeUse(users: readonly { name: string }[]): string {
  const [first, ...more] = users;
  if (more.length === 0) return `Used by '${first?.name}'; remove it from that pipeline first`;
  return `Used by '${first?.name}' and ${more.length} more; remove it from these pipelines first`;
}

/** Asks for the connection where no screen provides it. */
export function createExistingArgument(kind: ConnectionKind): OptionArgument {
  const { noun } = KINDS[kind];
  return {
    name: 'id',
    title: noun,
    kind: 'option',
    given: (ctx) => {
      const current = getCurrentConnection(ctx, kind);
      return current && { id: current.id, label: current.name };
    },
    load: (ctx) => (ctx.site ? loadConnections(kind, ctx.site.id) : []),
    empty: `There is no ${noun.toLowerCase()} yet`,
  };
}

/** Whether the screen shows one source with its form. */
const isOnPage = (ctx: CommandContext, kind: ConnectionKind): boolean =>
  kind === 'source' && ctx.scopes.source !== undefined;

/** With the form in focus. */
const getConnectionPath = (kind: ConnectionKind, id: string) =>
  kind === 'source' ? paths.source(id, { edit: '1' }) : paths.destinations({ destination: id });

/**
 * Commands shared by sources and destinations; adding one is in create.commands.ts. Keys `s` and `t` follow
 * the letters of their screens.
 */
const createConnectionCommands = (kind: ConnectionKind): readonly Command[] => {
  const { noun, icon } = KINDS[kind];
  const lower = noun.toLowerCase();
  const existing = createExistingArgument(kind);
  return [
    {
      id: `${kind}.createOfType`,
      title: `Add ${noun} of Type`,
      group: 'Create',
      icon: 'plus',
      keywords: ['new', 'create', 'connect'],
      scope: getListScope(kind),
      everywhere: true,
      bar: false,
      enabled: hasSite,
      args: [
        { name: 'type', title: 'Type', kind: 'option', load: (ctx) => loadTemplates(kind, ctx.site?.id) },
      ],
      run: (ctx, args) => ctx.navigate(createPath(kind, args.type ?? CHOOSE_TYPE)),
      calls: [kind === 'source' ? 'createSource' : 'createSink'],
    },
    {
      id: `${kind}.open`,
      title: `Edit ${lower}`,
      group: noun === 'Source' ? 'Source' : 'Destination',
      icon,
      keywords: ['open', 'configure'],
      keys: 'e',
      scope: getListScope(kind),
      everywhere: true,
      // In the list this key opens a row.
      bar: (ctx) => isOnPage(ctx, kind) && 'Edit',
      enabled: hasSite,
      args: [existing],
      run: (ctx, args) => {
        const id = args.id ?? '';
        if (isOnPage(ctx, kind) && getCurrentConnection(ctx, kind)?.id === id) focusForm();
        else ctx.navigate(getConnectionPath(kind, id));
      },
      leadsTo: [kind === 'source' ? 'updateSource' : 'updateSink'],
    },
    {
      id: `${kind}.delete`,
      title: `Delete ${lower}`,
      group: noun === 'Source' ? 'Source' : 'Destination',
      icon: 'delete',
      keywords: ['remove'],
      keys: 'Delete',
      scope: getListScope(kind),
      bar: 'Delete',
      args: [existing],
      enabled: (ctx, args) => {
        if (!findConnection(ctx, kind, args)) return `Choose a ${lower} first`;
        const users = listUsers(ctx, kind, args);
        return users.length === 0 || describeUse(users);
      },
      causeOf: (ctx, args) => {
        const [user] = listUsers(ctx, kind, args);
        return user && { path: paths.pipeline(user.id) };
      },
      review: (ctx, args) => {
        const name = findConnection(ctx, kind, args)?.name ?? '';
        return {
          title: `Delete ${noun}`,
          ...(takesRequests(ctx.site)
            ? reviewRequest(`A pull request asks to delete ${name}. It stays until the request is merged.`)
            : {
                body: `${name} is permanently deleted.`,
                action: `Delete ${lower}`,
                destructive: true,
              }),
        };
      },
      run: (ctx, args) => {
        const connection = findConnection(ctx, kind, args);
        if (connection) ctx.scopes[getListScope(kind)]?.remove(connection, getRequestWay(args));
      },
      calls: [kind === 'source' ? 'deleteSource' : 'deleteSink'],
    },
  ];
};

export const connectionsCommands = defineCommands([
  ...createConnectionCommands('source'),
  ...createConnectionCommands('destination'),
]);
