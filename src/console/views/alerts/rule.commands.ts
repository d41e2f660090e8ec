import type { AlertRule } from '../../../contract/entities/alert.ts';
import { directChangeRefusal } from '../../../contract/managed-site.ts';
import { fetchCall } from '../../api/use-call.ts';
import type { CommandContext } from '../../commands/context.ts';
import { type CommandArgs, defineCommands, type OptionArgument } from '../../commands/types.ts';
import { openExport, openImport } from '../../components/exchange/exchange-window.ts';
import { paths } from '../../lib/paths.ts';
import { SEVERITY_LOOKS } from './alert-look.ts';
import './scope.ts';

const NOT_IMPORTED = 'On a site that Git manages an API key imports alert rules; create them here one by one';

/** The rule of `args.id`, else the current one of the screen. */
function findRule(ctx: CommandContext, args: CommandArgs): AlertRule | undefined {
  const scope = ctx.scopes['alertRules.list'];
  return args.id === undefined ? scope?.current : scope?.rules.find(({ id }) => id === args.id);
}

const ruleArgument: OptionArgument = {
  name: 'id',
  title: 'Rule',
  kind: 'option',
  given: (ctx) => {
    const current = ctx.scopes['alertRules.list']?.current;
    return current && { id: current.id, label: current.name };
  },
  load: async (ctx) => {
    const query = { siteIds: ctx.site ? [ctx.site.id] : [] };
    const { alertRules } = await fetchCall('listAlertRules', { query });
    return alertRules.map(({ id, name, severity }) => ({
      id,
      label: name,
      detail: SEVERITY_LOOKS[severity].label,
    }));
  },
  empty: 'There is no rule yet',
};

export const alertRuleCommands = defineCommands([
  {
    id: 'alertRule.create',
    title: 'New alert rule',
    group: 'Create',
    icon: 'plus',
    keywords: ['alert', 'monitor', 'threshold', 'notify'],
    keys: 'c',
    scope: 'alertRules.list',
    everywhere: true,
    bar: 'New',
    enabled: () => true,
    run: (ctx) => ctx.navigate(paths.alertRules({ create: '1' })),
    calls: ['createAlertRule'],
  },
  {
    id: 'alertRule.open',
    title: 'Edit alert rule',
    group: 'Site',
    icon: 'bellRing',
    keywords: ['open', 'change', 'threshold'],
    keys: 'e',
    scope: 'alertRules.list',
    everywhere: true,
    bar: 'Edit',
    args: [ruleArgument],
    enabled: () => true,
    run: (ctx, args) => ctx.navigate(paths.alertRules({ rule: args.id ?? '' })),
    leadsTo: ['updateAlertRule'],
  },
  {
    id: 'alertRule.clone',
    title: 'Clone alert rule',
    group: 'Site',
    icon: 'copy',
    keywords: ['copy', 'duplicate'],
    keys: 'd',
    scope: 'alertRules.list',
    bar: 'Clone',
    args: [ruleArgument],
    enabled: (ctx, args) => (findRule(ctx, args) ? true : 'Choose a rule first'),
    run: (ctx, args) => ctx.navigate(paths.alertRules({ create: '1', from: args.id ?? '' })),
    calls: ['createAlertRule'],
  },
  {
    id: 'alertRule.test',
    title: 'Send a test message of an alert rule',
    group: 'Site',
    icon: 'play',
    keywords: ['try', 'check', 'notify', 'channel'],
    keys: 'Shift+t',
    scope: 'alertRules.list',
    bar: 'Test',
    args: [ruleArgument],
    enabled: (ctx, args) => (findRule(ctx, args) ? true : 'Choose a rule first'),
    run: (ctx, args) => {
      const rule = findRule(ctx, args);
      if (rule) ctx.scopes['alertRules.list']?.write('test', rule);
    },
    calls: ['testAlertRule'],
  },
  {
    id: 'alertRule.silence',
    title: 'Silence alert rule',
    group: 'Site',
    icon: 'bellOff',
    keywords: ['mute', 'snooze', 'quiet', 'maintenance'],
    keys: 'm',
    scope: 'alertRules.list',
    bar: 'Silence',
    args: [ruleArgument],
    enabled: (ctx, args) => (findRule(ctx, args) ? true : 'Choose a rule first'),
    run: (ctx, args) => ctx.navigate(paths.alertSilences({ create: '1', rule: args.id ?? '' })),
    calls: ['createAlertSilence'],
  },
  {
    id: 'alertRule.export',
    title: 'Export alert rule…',
    group: 'Site',
    icon: 'download',
    keywords: ['yaml', 'code', 'download', 'definition'],
    scope: 'alertRules.list',
    bar: false,
    args: [ruleArgument],
    enabled: (ctx, args) => (findRule(ctx, args) ? true : 'Choose a rule first'),
    run: (ctx, args) => {
      const rule = findRule(ctx, args);
      if (rule) openExport({ siteId: rule.siteId, alertRuleIds: [rule.id], what: rule.name });
    },
  },
  {
    id: 'alertRules.export',
    title: 'Export all alert rules…',
    group: 'Site',
    icon: 'download',
    keywords: ['yaml', 'code', 'backup', 'download', 'definition'],
    scope: 'alertRules.list',
    bar: false,
    enabled: (ctx) => (ctx.scopes['alertRules.list']?.rules.length ? true : 'There is no rule yet'),
    run: (ctx) => {
      const rules = ctx.scopes['alertRules.list']?.rules ?? [];
      const [first] = rules;
      if (!first) return;
      openExport({
        siteId: first.siteId,
        alertRuleIds: rules.map(({ id }) => id),
        what: 'all alert rules',
      });
    },
  },
  {
    id: 'alertRules.import',
    title: 'Import alert rules…',
    group: 'Create',
    icon: 'upload',
    keywords: ['yaml', 'code', 'restore', 'upload', 'definition'],
    keys: 'i',
    scope: 'alertRules.list',
    bar: 'Import',
    enabled: (ctx) => {
      if (!ctx.site) return 'Choose a site first';
      return directChangeRefusal(ctx.site, 'importPipelines') === undefined ? true : NOT_IMPORTED;
    },
    run: (ctx) => {
      if (ctx.site) openImport(ctx.site.id);
    },
    calls: ['importPipelines'],
  },
  {
    id: 'alertRule.pause',
    title: 'Pause alert rule',
    group: 'Site',
    icon: 'pause',
    keywords: ['disable', 'stop', 'mute', 'off'],
    keys: 'Shift+p',
    scope: 'alertRules.list',
    bar: (ctx) => (ctx.scopes['alertRules.list']?.current?.enabled === false ? false : 'Pause'),
    args: [ruleArgument],
    enabled: (ctx, args) => {
      const rule = findRule(ctx, args);
      if (!rule) return 'Choose a rule first';
      return rule.enabled ? true : `'${rule.name}' is paused`;
    },
    review: (ctx, args) => {
      const rule = findRule(ctx, args);
      if (rule?.state !== 'FIRING' && rule?.state !== 'PENDING') return undefined;
      return {
        title: 'Pause Rule',
        body: `The open alerts of '${rule.name}' are discarded.`,
        action: 'Pause rule',
        destructive: false,
      };
    },
    run: (ctx, args) => {
      const rule = findRule(ctx, args);
      if (rule) ctx.scopes['alertRules.list']?.write('pause', rule);
    },
    calls: ['updateAlertRule'],
  },
  {
    id: 'alertRule.resume',
    title: 'Resume alert rule',
    group: 'Site',
    icon: 'play',
    keywords: ['enable', 'start', 'on'],
    keys: 'u',
    scope: 'alertRules.list',
    bar: (ctx) => (ctx.scopes['alertRules.list']?.current?.enabled === false ? 'Resume' : false),
    args: [ruleArgument],
    enabled: (ctx, args) => {
      const rule = findRule(ctx, args);
      if (!rule) return 'Choose a rule first';
      return rule.enabled ? `'${rule.name}' is not paused` : true;
    },
    run: (ctx, args) => {
      const rule = findRule(ctx, args);
      if (rule) ctx.scopes['alertRules.list']?.write('resume', rule);
    },
    calls: ['updateAlertRule'],
  },
  {
    id: 'alertRule.delete',
    title: 'Delete alert rule',
    group: 'Site',
    icon: 'delete',
    keywords: ['remove'],
    keys: 'Delete',
    scope: 'alertRules.list',
    bar: 'Delete',
    args: [ruleArgument],
    enabled: (ctx, args) => (findRule(ctx, args) ? true : 'Choose a rule first'),
    review: (ctx, args) => ({
      title: 'Delete Rule',
      body: `'${findRule(ctx, args)?.name ?? ''}' is permanently deleted and its open alerts are discarded. Its events stay in the list.`,
      action: 'Delete rule',
      destructive: true,
    }),
    run: (ctx, args) => {
      const rule = findRule(ctx, args);
      if (rule) ctx.scopes['alertRules.list']?.write('delete', rule);
    },
    calls: ['deleteAlertRule'],
  },
]);
