import type { CommandSet } from '../commands/registry.ts';
import { alertsCommands, alertsScopes } from '../views/alerts/alerts.commands.ts';
import { notificationsCommands, notificationsScopes } from '../views/notifications/notifications.commands.ts';
import { reportsCommands, reportsScopes } from '../views/reports/reports.commands.ts';

export const alertsSet: CommandSet = {
  commands: [...notificationsCommands, ...alertsCommands, ...reportsCommands],
  scopes: [...notificationsScopes, ...alertsScopes, ...reportsScopes],
};
