import type { AlertSilence } from '../../../contract/entities/alert-silence.ts';
import { fetchCall } from '../../api/use-call.ts';
import type { CommandContext } from '../../commands/context.ts';
import { type CommandArgs, defineCommands, type OptionArgument } from '../../commands/types.ts';
import { formatMinute } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import './scope.ts';

const NOT_CHOSEN = 'Choose a silence first';

/** The silence of `args.id`, else the current one of the screen. */
function findSilence(ctx: CommandContext, args: CommandArgs): AlertSilence | undefined {
  const scope = ctx.scopes['alertSilences.list'];
  return args.id === undefined ? scope?.current : scope?.silences.find(({ id }) => id === args.id);
}

const silenceArgument: OptionArgument = {
  name: 'id',
  title: 'Silence',
  kind: 'option',
  given: (ctx) => {
    const current = ctx.scopes['alertSilences.list']?.current;
    return current && { id: current.id, label: current.reason };
  },
  load: async (ctx) => {
    const query = { siteIds: ctx.site ? [ctx.site.id] : [] };
    const { alertSilences } = await fetchCall('listAlertSilences', { query });
    return alertSilences
      .filter(({ state }) => state !== 'ENDED')
      .map(({ id, reason, endsAt }) => ({ id, label: reason, detail: `until ${formatMinute(endsAt)}` }));
  },
  empty: 'No silence is active or planned',
};

export const silenceCommands = defineCommands([
  {
    id: 'alertSilence.create',
    title: 'New alert silence',
    group: 'Create',
    icon: 'bellOff',
    keywords: ['mute', 'silence', 'maintenance', 'snooze', 'quiet', 'downtime'],
    keys: 'c',
    scope: 'alertSilences.list',
    everywhere: true,
    bar: 'New',
    enabled: () => true,
    run: (ctx) => ctx.navigate(paths.alertSilences({ create: '1' })),
    calls: ['createAlertSilence'],
  },
  {
    id: 'alertSilence.edit',
    title: 'Edit alert silence',
    group: 'Site',
    icon: 'edit',
    keywords: ['change', 'extend', 'longer', 'shorten', 'mute'],
    keys: 'e',
    scope: 'alertSilences.list',
    bar: 'Edit',
    args: [silenceArgument],
    enabled: (ctx, args) => {
      const silence = findSilence(ctx, args);
      if (!silence) return NOT_CHOSEN;
      return silence.state === 'ENDED' ? 'This silence has ended already' : true;
    },
    run: (ctx, args) => ctx.navigate(paths.alertSilences({ silence: args.id, edit: '1' })),
    calls: ['updateAlertSilence'],
  },
  {
    id: 'alertSilence.end',
    title: 'End alert silence',
    group: 'Site',
    icon: 'bellRing',
    keywords: ['unmute', 'unsilence', 'stop', 'cancel'],
    keys: 'Delete',
    scope: 'alertSilences.list',
    bar: 'End',
    args: [silenceArgument],
    enabled: (ctx, args) => {
      const silence = findSilence(ctx, args);
      if (!silence) return NOT_CHOSEN;
      return silence.state === 'ENDED' ? 'This silence has ended already' : true;
    },
    review: (ctx, args) => {
      const silence = findSilence(ctx, args);
      if (silence?.state === 'PLANNED')
        return {
          title: 'End Silence',
          body: `'${silence.reason}' is planned, and then does not begin.`,
          action: 'End silence',
          destructive: false,
        };
      return {
        title: 'End Silence',
        body: `'${silence?.reason ?? ''}' ends now. What it silences and still fires is told at once.`,
        action: 'End silence',
        destructive: false,
      };
    },
    run: (ctx, args) => {
      const silence = findSilence(ctx, args);
      if (silence) ctx.scopes['alertSilences.list']?.end(silence);
    },
    calls: ['endAlertSilence'],
  },
]);
