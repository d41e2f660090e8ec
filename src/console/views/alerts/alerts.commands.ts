import {
  type AcknowledgeChoice,
  countOpenEntries,
  findReason,
  selectIsBusy,
} from '../../../../machines/acknowledge/index.ts';
import type { AlertEvent } from '../../../contract/entities/alert.ts';
import type { CommandContext } from '../../commands/context.ts';
import { runCommand } from '../../commands/runtime.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import { type CommandArgs, defineCommands, type Option, type OptionArgument } from '../../commands/types.ts';
import { openDestinationTest } from '../../components/connection-windows/test-destination.ts';
import { paths } from '../../lib/paths.ts';
import { describeEvent, findAlertFix, getExplainedTime } from './alert-look.ts';
import { channelCommands } from './channel.commands.ts';
import { alertRuleCommands } from './rule.commands.ts';
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

/** Defaults to the selected rows, else the cursor row. */
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

/** The only selected row, else the cursor row. */
const oneAlertArgument: OptionArgument = {
  ...alertArgument,
  given: (ctx) => (ctx.scopes.alerts?.chosenIds.length === 1 ? findChosenOption(ctx) : undefined),
  load: (ctx) =>
    (ctx.scopes.alerts?.events ?? []).map((one) => ({
      id: one.id,
      label: `${one.name}: ${describeEvent(one)}`,
    })),
};

const findEvent = (ctx: CommandContext, { alert }: CommandArgs) =>
  ctx.scopes.alerts?.events.find(({ id }) => id === alert);

async function explain(event: AlertEvent): Promise<void> {
  const { explainAround } = await import('../../components/explain/open-explain.ts');
  const { start, end, pipelineId } = getExplainedTime(event);
  explainAround(start, end, pipelineId);
}

function checkMayAcknowledge(ctx: CommandContext, args: CommandArgs): true | string {
  const scope = ctx.scopes.alerts;
  if (!scope) return NOT_SHOWN;
  const choice = toChoice(args);
  if (!choice) return scope.events.length === 0 ? NONE : true;
  const reason = findReason(scope.snapshot, choice);
  if (reason === undefined) return true;
  return selectIsBusy(scope.snapshot) ? reason : SETTLED;
}

/** For the alert of `args`, else the only selected row or the cursor row. */
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
      const event = findEvent(ctx, args);
      if (!event) return;
      const { kind, nodeId, pipelineId } = event.target;
      const target = kind === 'site' ? undefined : nodeId || pipelineId || undefined;
      ctx.navigate(paths.alertSilences({ create: '1', rule: event.ruleId, target }));
    },
  },
  {
    id: 'alerts.explain',
    title: 'Explain',
    listTitle: 'Explain an alert',
    group: 'Site',
    icon: 'history',
    keywords: ['why', 'cause', 'changed', 'deployments', 'edits', 'around'],
    keys: 'w',
    scope: 'alerts',
    bar: 'Explain',
    args: [oneAlertArgument],
    enabled: (ctx, args) => {
      const scope = ctx.scopes.alerts;
      if (!scope) return NOT_SHOWN;
      if (args.alert === undefined) return scope.events.length === 0 ? NONE : true;
      return findEvent(ctx, args) ? true : 'Choose an alert first';
    },
    run: (ctx, args) => {
      const event = findEvent(ctx, args);
      if (event) void explain(event);
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

export const alertsCommands = defineCommands([
  ...eventCommands,
  ...alertRuleCommands,
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
