import {
  type AcknowledgeChoice,
  countOpenEntries,
  findReason,
  selectIsBusy,
} from '../../../../machines/acknowledge/index.ts';
import type { CommandContext } from '../../commands/context.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import { type CommandArgs, defineCommands, type Option, type OptionArgument } from '../../commands/types.ts';
import './scope.ts';

const NOT_SHOWN = 'Open Notifications first';
const NONE = 'There is no notification in the time range';
const READ = 'This notification is acknowledged already';
const SEPARATOR = ',';

const parseNotificationIds = (argument: string | undefined): string[] =>
  argument === undefined || argument === '' ? [] : argument.split(SEPARATOR);
const toAcknowledgeChoice = ({ notification }: CommandArgs): AcknowledgeChoice | undefined =>
  notification === undefined ? undefined : { kind: 'errors', ids: parseNotificationIds(notification) };

function findChosenOption(ctx: CommandContext): Option | undefined {
  const scope = ctx.scopes.notifications;
  const [first, ...more] = scope?.chosenIds ?? [];
  const one = scope?.notifications.find(({ id }) => id === first);
  if (!scope || first === undefined || !one) return undefined;
  const label = more.length > 0 ? `${more.length + 1} notifications` : one.message;
  return { id: [first, ...more].join(SEPARATOR), label };
}

/** Defaults to the selected rows, else the cursor row. */
const notificationArgument: OptionArgument = {
  name: 'notification',
  title: 'Notification',
  kind: 'option',
  given: findChosenOption,
  load: (ctx) => {
    const scope = ctx.scopes.notifications;
    return (scope?.notifications ?? []).map((one): Option => {
      const isRead = scope && countOpenEntries(scope.snapshot, { kind: 'errors', ids: [one.id] }) === 0;
      return { id: one.id, label: one.message, ...(isRead ? { disabledReason: READ } : {}) };
    });
  },
  empty: NONE,
};

/** The machine's guard decides; the palette asks for missing arguments. */
function checkMayAcknowledge(ctx: CommandContext, args: CommandArgs): true | string {
  const scope = ctx.scopes.notifications;
  if (!scope) return NOT_SHOWN;
  const choice = toAcknowledgeChoice(args);
  if (!choice) return scope.notifications.length === 0 ? NONE : true;
  const reason = findReason(scope.snapshot, choice);
  if (reason === undefined) return true;
  return selectIsBusy(scope.snapshot) ? reason : READ;
}

export const notificationsCommands = defineCommands([
  {
    id: 'notifications.acknowledge',
    title: (ctx, args) => {
      const [choice, scope] = [toAcknowledgeChoice(args), ctx.scopes.notifications];
      const count = choice && scope ? countOpenEntries(scope.snapshot, choice) : 0;
      return count > 1 ? `Acknowledge ${count} notifications` : 'Acknowledge';
    },
    listTitle: 'Acknowledge a notification',
    group: 'Site',
    icon: 'check',
    keywords: ['read', 'seen', 'ack', 'events', 'dismiss'],
    keys: 'a',
    scope: 'notifications',
    bar: 'Acknowledge',
    args: [notificationArgument],
    calls: ['acknowledgeNotifications'],
    enabled: checkMayAcknowledge,
    run: (ctx, args) => {
      const choice = toAcknowledgeChoice(args);
      if (choice) ctx.scopes.notifications?.acknowledge(choice);
    },
  },
  {
    id: 'notifications.acknowledgeAll',
    title: 'Acknowledge all',
    listTitle: 'Acknowledge all notifications of the site',
    group: 'Site',
    icon: 'check',
    keywords: ['read', 'seen', 'ack', 'events', 'dismiss', 'clear'],
    keys: 'Shift+a',
    scope: 'notifications',
    bar: 'All',
    calls: ['acknowledgeNotifications'],
    enabled: (ctx) => {
      const scope = ctx.scopes.notifications;
      if (!scope) return NOT_SHOWN;
      const reason = findReason(scope.snapshot, { kind: 'site' });
      if (reason !== undefined) return reason;
      return scope.unread > 0 ? true : 'Every notification of the time range is acknowledged';
    },
    run: (ctx) => ctx.scopes.notifications?.acknowledge({ kind: 'site' }),
  },
]);

export const notificationsScopes: readonly ScopeDefinition[] = [
  { id: 'notifications', mode: 'EVENTS', alongside: ['list', 'filters'] },
];
