import type { Site } from '../../../contract/entities/site.ts';
import { paths } from '../../app/paths.ts';
import type { CommandContext } from '../../commands/context.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import { type CommandArgs, defineCommands, type OptionArgument } from '../../commands/types.ts';
import { ENGINE_LOOKS, STATUS_LOOKS } from './looks.ts';
import './scope.ts';

const scopeOf = (ctx: CommandContext) => ctx.scopes['sites.list'];

/** The site a command is about: the one it was told, else the one its screen is on. */
const siteOf = (ctx: CommandContext, args: CommandArgs): Site | undefined =>
  args.id === undefined ? scopeOf(ctx)?.current : ctx.sites.find(({ id }) => id === args.id);

const siteArgument: OptionArgument = {
  name: 'id',
  title: 'Site',
  kind: 'option',
  given: (ctx) => {
    const current = scopeOf(ctx)?.current;
    return current && { id: current.id, label: current.name };
  },
  load: async (ctx) =>
    ctx.sites.map(({ id, name, status }) => ({ id, label: name, detail: STATUS_LOOKS[status].label })),
  empty: 'There is no site',
};

const CHOOSE = 'Choose a site first';
const nameOf = (ctx: CommandContext, args: CommandArgs): string => siteOf(ctx, args)?.name ?? '';

/** Why a site stays: what is known to run there. */
function runsReason(ctx: CommandContext, site: Site): true | string {
  const scope = scopeOf(ctx);
  const [first, ...more] = scope?.current?.id === site.id ? scope.running : [];
  if (first === undefined) return true;
  const names = more.length === 0 ? `'${first}' runs` : `'${first}' and ${more.length} more run`;
  return `${names} on '${site.name}'; pause or delete first`;
}

const deactivateReason = (ctx: CommandContext, args: CommandArgs): true | string => {
  const site = siteOf(ctx, args);
  if (!site) return CHOOSE;
  return site.status === 'ACTIVE' ? runsReason(ctx, site) : `'${site.name}' is inactive already`;
};

const activateReason = (ctx: CommandContext, args: CommandArgs): true | string => {
  const site = siteOf(ctx, args);
  if (!site) return CHOOSE;
  return site.status === 'ACTIVE' ? `'${site.name}' is active already` : true;
};

/** Why no engine can join, or none can be disconnected; the service knows of sites that are not shown. */
const engineReason =
  (wantsJoined: boolean) =>
  (ctx: CommandContext, args: CommandArgs): true | string => {
    const site = siteOf(ctx, args);
    if (!site) return CHOOSE;
    if (site.engine !== 'remote')
      return `The engine of '${site.name}' runs on this machine; engines join remote sites only`;
    const scope = scopeOf(ctx);
    const isJoined = scope?.current?.id === site.id ? scope.isJoined : undefined;
    if (isJoined === undefined || isJoined === wantsJoined) return true;
    return isJoined
      ? `An engine has joined '${site.name}'; disconnect it first`
      : `No engine has joined '${site.name}'`;
  };

const remoteSiteArgument: OptionArgument = {
  ...siteArgument,
  load: async (ctx) =>
    ctx.sites
      .filter(({ engine }) => engine === 'remote')
      .map(({ id, name, engineState }) => ({ id, label: name, detail: ENGINE_LOOKS[engineState].label })),
  empty: 'There is no remote site',
};

const deleteReason = (ctx: CommandContext, args: CommandArgs): true | string => {
  const site = siteOf(ctx, args);
  if (!site) return CHOOSE;
  return ctx.sites.length > 1 ? runsReason(ctx, site) : `'${site.name}' is the only site`;
};

export const sitesCommands = defineCommands([
  {
    id: 'site.create',
    title: 'Create Site',
    group: 'Create',
    icon: 'plus',
    keywords: ['new', 'engine', 'place'],
    keys: 'c',
    scope: 'sites.list',
    everywhere: true,
    bar: 'New',
    enabled: () => true,
    run: (ctx) => ctx.navigate(paths.sites({ create: '1' })),
    calls: ['createSite'],
  },
  {
    id: 'site.open',
    title: 'Edit site',
    group: 'Site',
    icon: 'server',
    keywords: ['open', 'settings', 'rename', 'vendor', 'heartbeat', 'engine'],
    keys: 'e',
    scope: 'sites.list',
    everywhere: true,
    bar: 'Open',
    args: [siteArgument],
    enabled: () => true,
    run: (ctx, args) => ctx.navigate(paths.site(args.id ?? '')),
    calls: ['updateSite'],
  },
  {
    id: 'site.activate',
    title: 'Activate site',
    group: 'Site',
    icon: 'play',
    keywords: ['start', 'engine'],
    scope: 'sites.list',
    bar: false,
    args: [siteArgument],
    enabled: activateReason,
    run: (ctx, args) => {
      const site = siteOf(ctx, args);
      if (site) scopeOf(ctx)?.write('activate', site);
    },
    calls: ['updateSite'],
  },
  {
    id: 'site.deactivate',
    title: 'Deactivate site',
    group: 'Site',
    icon: 'pause',
    keywords: ['stop', 'engine', 'disable'],
    scope: 'sites.list',
    bar: false,
    args: [siteArgument],
    enabled: deactivateReason,
    review: (ctx, args) => ({
      title: 'Deactivate Site',
      body: `The engine of '${nameOf(ctx, args)}' ends. Its pipelines, sources and destinations stay, and nothing of them runs until the site is activated.`,
      action: 'Deactivate site',
      destructive: true,
    }),
    run: (ctx, args) => {
      const site = siteOf(ctx, args);
      if (site) scopeOf(ctx)?.write('deactivate', site);
    },
    calls: ['updateSite'],
  },
  {
    id: 'site.delete',
    title: 'Delete site',
    group: 'Site',
    icon: 'delete',
    keywords: ['remove'],
    keys: 'Delete',
    scope: 'sites.list',
    bar: 'Delete',
    args: [siteArgument],
    enabled: deleteReason,
    review: (ctx, args) => ({
      title: 'Delete Site',
      body: `'${nameOf(ctx, args)}' is deleted for good, with its pipelines, sources and destinations and what was counted of them. The folder of its engine, with dead letters, stays on the machine.`,
      action: 'Delete site',
      destructive: true,
    }),
    run: (ctx, args) => {
      const site = siteOf(ctx, args);
      if (site) scopeOf(ctx)?.write('delete', site);
    },
    calls: ['deleteSite'],
  },
  {
    id: 'site.join-token',
    title: 'Create join token',
    group: 'Site',
    icon: 'plus',
    keywords: ['remote', 'engine', 'join', 'connect', 'machine'],
    scope: 'sites.list',
    bar: false,
    args: [remoteSiteArgument],
    enabled: engineReason(false),
    run: (ctx, args) => {
      const site = siteOf(ctx, args);
      if (site) scopeOf(ctx)?.write('join', site);
    },
    calls: ['createJoinToken'],
  },
  {
    id: 'site.disconnect-engine',
    title: 'Disconnect engine',
    group: 'Site',
    icon: 'delete',
    keywords: ['remote', 'engine', 'revoke', 'credential'],
    scope: 'sites.list',
    bar: false,
    args: [remoteSiteArgument],
    enabled: engineReason(true),
    review: (ctx, args) => ({
      title: 'Disconnect Engine',
      body: `The engine of '${nameOf(ctx, args)}' ends, at once or when it next connects, and its credential is worth nothing. What it counted and did not tell is lost; its buffers stay on its machine. Pipelines stay deployed and run again when another engine joins.`,
      action: 'Disconnect engine',
      destructive: true,
    }),
    run: (ctx, args) => {
      const site = siteOf(ctx, args);
      if (site) scopeOf(ctx)?.write('disconnect', site);
    },
    calls: ['disconnectEngine'],
  },
]);

export const sitesScopes: readonly ScopeDefinition[] = [
  { id: 'sites.list', mode: 'LIST', alongside: ['list'] },
];
