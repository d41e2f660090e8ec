import type { AlertChannel } from '../../../contract/entities/alert-channel.ts';
import { fetchCall } from '../../api/use-call.ts';
import type { CommandContext } from '../../commands/context.ts';
import { type CommandArgs, defineCommands, type OptionArgument } from '../../commands/types.ts';
import { paths } from '../../lib/paths.ts';
import { CHANNEL_NAMES } from './channel-look.ts';
import './scope.ts';

const NOT_CHOSEN = 'Choose a channel first';

/** The channel of `args.id`, else the current one of the screen. */
function findChannel(ctx: CommandContext, args: CommandArgs): AlertChannel | undefined {
  const scope = ctx.scopes['alertChannels.list'];
  return args.id === undefined ? scope?.current : scope?.channels.find(({ id }) => id === args.id);
}

const channelArgument: OptionArgument = {
  name: 'id',
  title: 'Channel',
  kind: 'option',
  given: (ctx) => {
    const current = ctx.scopes['alertChannels.list']?.current;
    return current && { id: current.id, label: current.name };
  },
  load: async (ctx) => {
    const query = { siteIds: ctx.site ? [ctx.site.id] : [] };
    const { alertChannels } = await fetchCall('listAlertChannels', { query });
    return alertChannels.map(({ id, name, type }) => ({ id, label: name, detail: CHANNEL_NAMES[type] }));
  },
  empty: 'There is no channel yet',
};

export const channelCommands = defineCommands([
  {
    id: 'alertChannel.create',
    title: 'New alert channel',
    group: 'Create',
    icon: 'plus',
    keywords: ['slack', 'email', 'webhook', 'teams', 'opsgenie', 'pagerduty', 'notify'],
    keys: 'c',
    scope: 'alertChannels.list',
    everywhere: true,
    bar: 'New',
    enabled: () => true,
    run: (ctx) => ctx.navigate(paths.alertChannels({ create: '1' })),
    calls: ['createAlertChannel'],
  },
  {
    id: 'alertChannel.open',
    title: 'Edit alert channel',
    group: 'Site',
    icon: 'send',
    keywords: ['open', 'change', 'slack', 'email', 'webhook'],
    keys: 'e',
    scope: 'alertChannels.list',
    everywhere: true,
    bar: 'Edit',
    args: [channelArgument],
    enabled: () => true,
    run: (ctx, args) => ctx.navigate(paths.alertChannels({ channel: args.id ?? '' })),
    leadsTo: ['updateAlertChannel'],
  },
  {
    id: 'alertChannel.test',
    title: 'Send a test message',
    group: 'Site',
    icon: 'play',
    keywords: ['try', 'check', 'channel'],
    keys: 'Shift+t',
    scope: 'alertChannels.list',
    bar: 'Test',
    args: [channelArgument],
    enabled: (ctx, args) => (findChannel(ctx, args) ? true : NOT_CHOSEN),
    run: (ctx, args) => {
      const channel = findChannel(ctx, args);
      if (channel) ctx.scopes['alertChannels.list']?.write('test', channel);
    },
    calls: ['testAlertChannel'],
  },
  {
    id: 'alertChannel.testForm',
    title: 'Send a test message by this form',
    group: 'Site',
    icon: 'play',
    keywords: ['try', 'check', 'channel', 'form'],
    keys: 'mod+Shift+Enter',
    scope: 'alertChannel.form',
    bar: 'Test',
    enabled: (ctx) => (ctx.scopes['alertChannel.form'] ? true : 'Open the form of a channel first'),
    run: (ctx) => ctx.scopes['alertChannel.form']?.test(),
    calls: ['testAlertChannel'],
  },
  {
    id: 'alertChannel.pause',
    title: 'Pause alert channel',
    group: 'Site',
    icon: 'pause',
    keywords: ['disable', 'stop', 'off'],
    keys: 'Shift+p',
    scope: 'alertChannels.list',
    bar: (ctx) => (ctx.scopes['alertChannels.list']?.current?.enabled === false ? false : 'Pause'),
    args: [channelArgument],
    enabled: (ctx, args) => {
      const channel = findChannel(ctx, args);
      if (!channel) return NOT_CHOSEN;
      return channel.enabled ? true : `'${channel.name}' is paused`;
    },
    review: (ctx, args) => ({
      title: 'Pause Channel',
      body: `'${findChannel(ctx, args)?.name ?? ''}' gets no messages, and what waits for it is canceled.`,
      action: 'Pause channel',
      destructive: false,
    }),
    run: (ctx, args) => {
      const channel = findChannel(ctx, args);
      if (channel) ctx.scopes['alertChannels.list']?.write('pause', channel);
    },
    calls: ['updateAlertChannel'],
  },
  {
    id: 'alertChannel.resume',
    title: 'Resume alert channel',
    group: 'Site',
    icon: 'play',
    keywords: ['enable', 'start', 'on'],
    keys: 'u',
    scope: 'alertChannels.list',
    bar: (ctx) => (ctx.scopes['alertChannels.list']?.current?.enabled === false ? 'Resume' : false),
    args: [channelArgument],
    enabled: (ctx, args) => {
      const channel = findChannel(ctx, args);
      if (!channel) return NOT_CHOSEN;
      return channel.enabled ? `'${channel.name}' is not paused` : true;
    },
    run: (ctx, args) => {
      const channel = findChannel(ctx, args);
      if (channel) ctx.scopes['alertChannels.list']?.write('resume', channel);
    },
    calls: ['updateAlertChannel'],
  },
  {
    id: 'alertChannel.delete',
    title: 'Delete alert channel',
    group: 'Site',
    icon: 'delete',
    keywords: ['remove'],
    keys: 'Delete',
    scope: 'alertChannels.list',
    bar: 'Delete',
    args: [channelArgument],
    enabled: (ctx, args) => (findChannel(ctx, args) ? true : NOT_CHOSEN),
    review: (ctx, args) => ({
      title: 'Delete Channel',
      body: `'${findChannel(ctx, args)?.name ?? ''}' is permanently deleted with its secrets, and what waits for it is canceled.`,
      action: 'Delete channel',
      destructive: true,
    }),
    run: (ctx, args) => {
      const channel = findChannel(ctx, args);
      if (channel) ctx.scopes['alertChannels.list']?.write('delete', channel);
    },
    calls: ['deleteAlertChannel'],
  },
]);
