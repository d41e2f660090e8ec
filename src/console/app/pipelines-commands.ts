import type { CommandSet } from '../commands/registry.ts';
import { attentionCommands, attentionScopes } from '../views/dashboard/attention.commands.ts';
import { savingCommands } from '../views/dashboard/saving.commands.ts';
import { lifecycleCommands } from '../views/pipeline/deploy/lifecycle.commands.ts';
import { exchangeCommands } from '../views/pipeline/exchange/exchange.commands.ts';
import { bulkCommands } from '../views/pipelines/bulk.commands.ts';

/** Commands of lists of pipelines and the dashboard. */
export const pipelinesSet: CommandSet = {
  commands: [
    ...lifecycleCommands,
    ...exchangeCommands,
    ...bulkCommands,
    ...savingCommands,
    ...attentionCommands,
  ],
  scopes: [
    { id: 'pipelines.list', mode: 'LIST', alongside: ['list', 'filters'] },
    ...attentionScopes,
    { id: 'dashboard.saving', mode: 'LIST', alongside: ['pipelines.list'] },
  ],
};
