import { followsRepository } from '../../../contract/managed-site.ts';
import { callApi } from '../../api/call-api.ts';
import type { CommandContext } from '../../commands/context.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import { type CommandArgs, defineCommands, type OptionArgument } from '../../commands/types.ts';
import { ENGINE_LOOKS } from '../../components/engine-look.ts';
import { paths } from '../../lib/paths.ts';
import { STATUS_LOOKS, toHostKeyOption } from './looks.ts';
import {
  createEngineGuard,
  describeHostKey,
  describeLoss,
  describeLossOfSite,
  findActivateReason,
  findDeactivateReason,
  findDeleteReason,
  findDiscardReason,
  findFollowReason,
  findHostKeyReason,
  findSite,
  getSiteName,
  getSitesScope,
} from './reasons.ts';
import type { SiteAction } from './scope.ts';

const siteArgument: OptionArgument = {
  name: 'id',
  title: 'Site',
  kind: 'option',
  given: (ctx) => {
    const current = getSitesScope(ctx)?.current;
    return current && { id: current.id, label: current.name };
  },
  load: async (ctx) =>
    ctx.sites.map(({ id, name, status }) => ({ id, label: name, detail: STATUS_LOOKS[status].label })),
  empty: 'There is no site',
};

const followingSiteArgument: OptionArgument = {
  ...siteArgument,
  load: async (ctx) =>
    ctx.sites
      .filter(followsRepository)
      .map(({ id, name, git }) => ({ id, label: name, detail: git?.branch ?? '' })),
  empty: 'No site follows a repository',
};

const sshSiteArgument: OptionArgument = {
  ...followingSiteArgument,
  load: async (ctx) =>
    ctx.sites
      .filter((site) => followsRepository(site) && (site.git?.publicKey ?? '') !== '')
      .map(({ id, name, git }) => ({ id, label: name, detail: git?.repo ?? '' })),
  empty: 'No site follows a repository over SSH',
};

/** The server's current key. */
const hostKeyArgument: OptionArgument = {
  name: 'hostKey',
  title: 'Host key',
  kind: 'option',
  load: async (_ctx, _query, { id = '' }) => {
    const { hostKey, message } = (await callApi('testSiteRepository', { path: { siteId: id } })).data;
    return hostKey
      ? [
          {
            id: toHostKeyOption(hostKey),
            label: hostKey.fingerprint,
            detail: hostKey.key.split(' ')[0] ?? '',
          },
        ]
      : [{ id: '', label: message, disabledReason: message }];
  },
  empty: 'The server shows no host key',
};

const remoteSiteArgument: OptionArgument = {
  ...siteArgument,
  load: async (ctx) =>
    ctx.sites
      .filter(({ engine }) => engine === 'remote')
      .map(({ id, name, engineState }) => ({ id, label: name, detail: ENGINE_LOOKS[engineState].label })),
  empty: 'There is no remote site',
};

const runWrite = (action: SiteAction) => (ctx: CommandContext, args: CommandArgs) => {
  const site = findSite(ctx, args);
  if (site) getSitesScope(ctx)?.write(action, site);
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
    bar: false,
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
    enabled: findActivateReason,
    run: runWrite('activate'),
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
    enabled: findDeactivateReason,
    review: (ctx, args) => ({
      title: 'Deactivate Site',
      body: `The engine of '${getSiteName(ctx, args)}' ends. Its pipelines, sources and destinations stay, but do not run until the site is activated.`,
      action: 'Deactivate site',
      destructive: true,
    }),
    run: runWrite('deactivate'),
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
    enabled: findDeleteReason,
    review: (ctx, args) => ({
      title: 'Delete Site',
      body: `'${getSiteName(ctx, args)}' is permanently deleted, with its pipelines, sources and destinations and their figures. ${describeLossOfSite(ctx, args)}`,
      action: 'Delete site',
      destructive: true,
    }),
    run: runWrite('delete'),
    calls: ['deleteSite'],
  },
  {
    id: 'site.discard',
    title: 'Delete site and discard events',
    group: 'Site',
    icon: 'delete',
    keywords: ['remove', 'buffer', 'waiting', 'lose'],
    scope: 'sites.list',
    bar: false,
    args: [siteArgument],
    enabled: findDiscardReason,
    review: (ctx, args) => ({
      title: 'Delete Site and Discard Events',
      body: `${describeLoss(ctx, args)} '${getSiteName(ctx, args)}' is permanently deleted, with its pipelines, sources and destinations. ${describeLossOfSite(ctx, args)}`,
      action: 'Delete and discard',
      destructive: true,
    }),
    run: runWrite('discard'),
    calls: ['deleteSite'],
  },
  {
    id: 'site.sync',
    title: 'Synchronize site with Git',
    group: 'Site',
    icon: 'refresh',
    keywords: ['fetch', 'pull', 'branch', 'commit', 'repository', 'reconcile'],
    scope: 'sites.list',
    bar: false,
    args: [followingSiteArgument],
    enabled: findFollowReason,
    run: runWrite('sync'),
    calls: ['syncSite'],
  },
  {
    id: 'site.put-back',
    title: 'Put site back to its branch',
    group: 'Site',
    icon: 'undo',
    keywords: ['drift', 'revert', 'git', 'repository', 'undo'],
    scope: 'sites.list',
    bar: false,
    args: [followingSiteArgument],
    enabled: findFollowReason,
    review: (ctx, args) => ({
      title: 'Put Site Back',
      body: `What was changed on '${getSiteName(ctx, args)}' past its branch is changed back to what the branch has, and is deployed. What the branch does not have stays.`,
      action: 'Put back',
      destructive: true,
    }),
    run: runWrite('putBack'),
    calls: ['syncSite'],
  },
  {
    id: 'site.adopt',
    title: 'Adopt drift of site',
    group: 'Site',
    icon: 'branch',
    keywords: ['keep'],
    scope: 'sites.list',
    bar: false,
    args: [followingSiteArgument],
    enabled: findFollowReason,
    run: runWrite('adopt'),
    calls: ['createChangeset'],
  },
  {
    id: 'site.test-repository',
    title: 'Test connection to the repository',
    group: 'Site',
    icon: 'check',
    keywords: ['git', 'token', 'branch', 'reach', 'try'],
    scope: 'sites.list',
    bar: false,
    args: [followingSiteArgument],
    enabled: findFollowReason,
    run: runWrite('tryRepository'),
    calls: ['testSiteRepository'],
  },
  {
    id: 'site.confirm-host',
    title: 'Confirm host key of the repository',
    group: 'Site',
    icon: 'check',
    keywords: ['ssh', 'fingerprint', 'known hosts', 'trust', 'git'],
    scope: 'sites.list',
    bar: false,
    args: [sshSiteArgument, hostKeyArgument],
    enabled: findHostKeyReason,
    review: (ctx, args) => ({
      title: 'Confirm Host Key',
      body: describeHostKey(ctx, args),
      action: 'Confirm host key',
      destructive: false,
    }),
    run: (ctx, args) => {
      const site = findSite(ctx, args);
      if (site) getSitesScope(ctx)?.write('confirmHost', site, args.hostKey);
    },
    calls: ['updateSite'],
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
    enabled: createEngineGuard(false),
    run: runWrite('join'),
    calls: ['createJoinToken'],
  },
  {
    id: 'site.disconnect-engine',
    title: 'Disconnect engine',
    group: 'Site',
    icon: 'close',
    keywords: ['remote', 'engine', 'revoke', 'credential'],
    scope: 'sites.list',
    bar: false,
    args: [remoteSiteArgument],
    enabled: createEngineGuard(true),
    review: (ctx, args) => ({
      title: 'Disconnect Engine',
      body: `The engine of '${getSiteName(ctx, args)}' stops, at once or when it next connects, and its credential is revoked. Figures it has not reported are lost; its buffers stay on its machine. Pipelines stay deployed and run again when another engine joins.`,
      action: 'Disconnect engine',
      destructive: true,
    }),
    run: runWrite('disconnect'),
    calls: ['disconnectEngine'],
  },
]);

export const sitesScopes: readonly ScopeDefinition[] = [
  { id: 'sites.list', mode: 'LIST', alongside: ['list'] },
];
