import type { CommandSet } from '../commands/registry.ts';
import { connectionFormCommands, connectionFormScopes } from '../components/connection-form/form.commands.ts';
import { analysisCommands } from '../views/connections/analysis.commands.ts';
import { archivalCommands } from '../views/connections/archival.commands.ts';
import { connectionsCommands } from '../views/connections/connections.commands.ts';
import { trialCommands } from '../views/connections/trial.commands.ts';

export const connectionSet: CommandSet = {
  commands: [
    ...connectionsCommands,
    ...analysisCommands,
    ...trialCommands,
    ...connectionFormCommands,
    ...archivalCommands,
  ],
  scopes: [
    { id: 'sources.list', mode: 'LIST', alongside: ['list', 'filters'] },
    { id: 'source', mode: 'SOURCE', alongside: ['sources.list'] },
    ...connectionFormScopes,
    { id: 'destinations.list', mode: 'LIST', alongside: ['list', 'filters'] },
  ],
};
