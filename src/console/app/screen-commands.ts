import type { CommandSet } from '../commands/registry.ts';
import { alertsCommands, alertsScopes } from '../views/alerts/alerts.commands.ts';
import { assistantCommands, assistantScopes } from '../views/assistant/assistant.commands.ts';
import { deadLettersCommands, deadLettersScopes } from '../views/dead-letters/dead-letters.commands.ts';
import { hydrationCommands, hydrationScopes } from '../views/hydration/hydration.commands.ts';
import { logSearchCommands, logSearchScopes } from '../views/log-search/log-search.commands.ts';
import { notificationsCommands, notificationsScopes } from '../views/notifications/notifications.commands.ts';
import { profileCommands, profileScopes } from '../views/profile/profile.commands.ts';
import { draftCommands } from '../views/pull-requests/draft.commands.ts';
import { pullRequestsCommands, pullRequestsScopes } from '../views/pull-requests/pull-requests.commands.ts';
import {
  queryDashboardCommands,
  queryDashboardScopes,
} from '../views/query/dashboard/query-dashboard.commands.ts';
import { queryCommands, queryScopes } from '../views/query/query.commands.ts';
import { reportsCommands, reportsScopes } from '../views/reports/reports.commands.ts';
import { tourCommands } from '../views/tour/tour.commands.ts';

/** Of all other screens; a new area is listed here. */
export const screenSet: CommandSet = {
  commands: [
    ...deadLettersCommands,
    ...hydrationCommands,
    ...logSearchCommands,
    ...queryCommands,
    ...queryDashboardCommands,
    ...notificationsCommands,
    ...alertsCommands,
    ...reportsCommands,
    ...pullRequestsCommands,
    ...draftCommands,
    ...profileCommands,
    ...assistantCommands,
    ...tourCommands,
  ],
  scopes: [
    ...deadLettersScopes,
    ...hydrationScopes,
    ...logSearchScopes,
    ...queryScopes,
    ...queryDashboardScopes,
    ...notificationsScopes,
    ...alertsScopes,
    ...reportsScopes,
    ...pullRequestsScopes,
    ...profileScopes,
    ...assistantScopes,
  ],
};
