import type { CommandSet } from '../commands/registry.ts';
import { deadLettersCommands, deadLettersScopes } from '../views/dead-letters/dead-letters.commands.ts';
import { hydrationCommands, hydrationScopes } from '../views/hydration/hydration.commands.ts';
import { logSearchCommands, logSearchScopes } from '../views/log-search/log-search.commands.ts';
import {
  queryDashboardCommands,
  queryDashboardScopes,
} from '../views/query/dashboard/query-dashboard.commands.ts';
import { queryCommands, queryScopes } from '../views/query/query.commands.ts';

/** For stored events: dead letters, and archives with queries and replays. */
export const searchSet: CommandSet = {
  commands: [
    ...deadLettersCommands,
    ...hydrationCommands,
    ...logSearchCommands,
    ...queryCommands,
    ...queryDashboardCommands,
  ],
  scopes: [
    ...deadLettersScopes,
    ...hydrationScopes,
    ...logSearchScopes,
    ...queryScopes,
    ...queryDashboardScopes,
  ],
};
