import {
  type AcknowledgeChoice,
  countOpenEntries,
  findReason,
  selectIsBusy,
} from '../../../../machines/acknowledge/index.ts';
import type { AlertRule } from '../../../contract/entities/alert.ts';
import { fetchCall } from '../../api/use-call.ts';
import type { CommandContext } from '../../commands/context.ts';
import { runCommand } from '../../commands/runtime.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import { type CommandArgs, defineCommands, type Option, type OptionArgument } from '../../commands/types.ts';
import { openDestinationTest } from '../../components/connection-windows/test-destination.ts';
import { openExport, openImport } from '../../components/exchange/exchange-window.ts';
import { paths } from '../../lib/paths.ts';
import { describeEvent, findAlertFix, SEVERITY_LOOKS } from './alert-look.ts';
import { channelCommands } from './channel.commands.ts';
import { silenceCommands } from './silence.commands.ts';
import './scope.ts';

const NOT_SHOWN = 'Open Alerts first';
const NONE = 'There is no alert in the time range';
const SETTLED = 'This alert is acknowledged already, or never fired';
const SEPARATOR = ',';

const parseIds = (argument: string | undefined): string[] =>
  argument === undefined || argument === '' ? [] : argument.split(SEPARATOR);
const toChoice = ({ alert }: CommandArgs): AcknowledgeChoice | undefined =>
  alert === undefined ? undefined : { kind: 'errors', ids: parseIds(alert) };

function findChosenOption(ctx: CommandContext): Option | undefined {
  const scope = ctx.scopes.alerts;
  const [first, ...more] = scope?.chosenIds ?? [];
  const one = scope?.events.find(({ id }) => id === first);
  if (!scope || first === undefined || !one) return undefined;
  const label = more.length > 0 ? `${more.length + 1} alerts` : `${one.name}: ${describeEvent(one)}`;
  return { id: [first, ...more].join(SEPARATOR), label };
}

/** Defaults to the selected rows, else to the cursor row. */
const alertArgument: OptionArgument = {
  name: 'alert',
  title: 'Alert',
  kind: 'option',
  given: findChosenOption,
  load: (ctx) => {
    const scope = ctx.scopes.alerts;
    return (scope?.events ?? []).map((one): Option => {
      const isSettled = scope && countOpenEntries(scope.snapshot, { kind: 'errors', ids: [one.id] }) === 0;
      const label = `${one.name}: ${describeEvent(one)}`;
      return { id: one.id, label, ...(isSettled ? { disabledReason: SETTLED } : {}) };
    });
  },
  empty: NONE,
};

/** The one selected row, else that of the cursor. */
const oneAlertArgument: OptionArgument = {
  ...alertArgument,
  given: (ctx) => (ctx.scopes.alerts?.chosenIds.length === 1 ? findChosenOption(ctx) : undefined),
  load: (ctx) =>
    (ctx.scopes.alerts?.events ?? []).map((one) => ({
      id: one.id,
      label: `${one.name}: ${describeEvent(one)}`,
    })),
};

function checkMayAcknowledge(ctx: CommandContext, args: CommandArgs): true | string {
  const scope = ctx.scopes.alerts;
  if (!scope) return NOT_SHOWN;
  const choice = toChoice(args);
  if (!choice) return scope.events.length === 0 ? NONE : true;
  const reason = findReason(scope.snapshot, choice);
  if (reason === undefined) return true;
  return selectIsBusy(scope.snapshot) ? reason : SETTLED;
}

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

/** Of the alert of `args`, else of the one selected row or that of the cursor. */
function findFix(ctx: CommandContext, args: CommandArgs) {
  const scope = ctx.scopes.alerts;
  const id = args.alert ?? (scope?.chosenIds.length === 1 ? scope.chosenIds[0] : undefined);
  const event = scope?.events.find((one) => one.id === id);
  return event && findAlertFix(event);
}

const eventCommands = defineCommands([
  {
    id: 'alerts.acknowledge',
    title: (ctx, args) => {
      const [choice, scope] = [toChoice(args), ctx.scopes.alerts];
      const count = choice && scope ? countOpenEntries(scope.snapshot, choice) : 0;
      return count > 1 ? `Acknowledge ${count} alerts` : 'Acknowledge';
    },
    listTitle: 'Acknowledge an alert',
    group: 'Site',
    icon: 'check',
    keywords: ['read', 'seen', 'ack', 'dismiss'],
    keys: 'a',
    scope: 'alerts',
    bar: 'Acknowledge',
    args: [alertArgument],
    calls: ['acknowledgeAlertEvents'],
    enabled: checkMayAcknowledge,
    run: (ctx, args) => {
      const choice = toChoice(args);
      if (choice) ctx.scopes.alerts?.acknowledge(choice);
    },
  },
  {
    id: 'alerts.acknowledgeAll',
    title: 'Acknowledge all',
    listTitle: 'Acknowledge all alerts of the site',
    group: 'Site',
    icon: 'check',
    keywords: ['read', 'seen', 'ack', 'dismiss', 'clear'],
    keys: 'Shift+a',
    scope: 'alerts',
    bar: 'All',
    calls: ['acknowledgeAlertEvents'],
    enabled: (ctx) => {
      const scope = ctx.scopes.alerts;
      if (!scope) return NOT_SHOWN;
      const reason = findReason(scope.snapshot, { kind: 'site' });
      if (reason !== undefined) return reason;
      return scope.unacknowledged > 0 ? true : 'Every alert is acknowledged';
    },
    run: (ctx) => ctx.scopes.alerts?.acknowledge({ kind: 'site' }),
  },
  {
    id: 'alerts.silence',
    title: 'Silence alert',
    listTitle: 'Silence an alert',
    group: 'Site',
    icon: 'bellOff',
    keywords: ['mute', 'snooze', 'quiet'],
    keys: 'm',
    scope: 'alerts',
    bar: 'Silence',
    args: [oneAlertArgument],
    calls: ['createAlertSilence'],
    enabled: (ctx, args) => {
      const scope = ctx.scopes.alerts;
      if (!scope) return NOT_SHOWN;
      if (args.alert === undefined) return scope.events.length === 0 ? NONE : true;
      return scope.events.some(({ id }) => id === args.alert) ? true : 'Choose an alert first';
    },
    run: (ctx, args) => {
      const event = ctx.scopes.alerts?.events.find(({ id }) => id === args.alert);
      if (!event) return;
      const { kind, nodeId, pipelineId } = event.target;
      const target = kind === 'site' ? undefined : nodeId || pipelineId || undefined;
      ctx.navigate(paths.alertSilences({ create: '1', rule: event.ruleId, target }));
    },
  },
  {
    id: 'alerts.fix',
    title: (ctx, args) => findFix(ctx, args)?.label ?? 'Fix what an alert is about',
    listTitle: 'Fix what an alert is about',
    group: 'Site',
    icon: 'play',
    keywords: ['repair', 'test', 'connection', 'deploy', 'cause', 'open'],
    keys: 'Shift+f',
    scope: 'alerts',
    bar: (ctx) => findFix(ctx, {})?.label ?? false,
    args: [oneAlertArgument],
    enabled: (ctx, args) => {
      const scope = ctx.scopes.alerts;
      if (!scope) return NOT_SHOWN;
      if (args.alert === undefined) return scope.events.length === 0 ? NONE : true;
      return findFix(ctx, args) ? true : 'Choose an alert first';
    },
    run: (ctx, args) => {
      const fix = findFix(ctx, args);
      if (!fix) return;
      if ('to' in fix) ctx.navigate(fix.to);
      else if ('pipelineId' in fix) runCommand('pipeline.deploy', { pipeline: fix.pipelineId });
      else void openDestinationTest(ctx, fix.destinationId);
    },
  },
]);

const ruleCommands = defineCommands([
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
    enabled: (ctx) => (ctx.site ? true : 'Choose a site first'),
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

export const alertsCommands = defineCommands([
  ...eventCommands,
  ...ruleCommands,
  ...channelCommands,
  ...silenceCommands,
]);

export const alertsScopes: readonly ScopeDefinition[] = [
  { id: 'alerts', mode: 'ALERTS', alongside: ['list', 'filters'] },
  { id: 'alertRules.list', mode: 'LIST', alongside: ['list'] },
  { id: 'alertChannels.list', mode: 'LIST', alongside: ['list'] },
  { id: 'alertSilences.list', mode: 'LIST', alongside: ['list'] },
  { id: 'alertChannel.form', mode: 'FORM', region: true },
];
