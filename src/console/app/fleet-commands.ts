import type { CommandSet } from '../commands/registry.ts';
import { agentLabelCommands } from '../views/fleets/agent-labels.commands.ts';
import { agentMoveCommands } from '../views/fleets/agent-move.commands.ts';
import { agentCommands, agentScopes } from '../views/fleets/agents.commands.ts';
import { configurationCommands, configurationScopes } from '../views/fleets/configurations.commands.ts';
import { fleetCommands, fleetScopes } from '../views/fleets/fleets.commands.ts';
import { rolloutCommands } from '../views/fleets/rollouts.commands.ts';

export const fleetSet: CommandSet = {
  commands: [
    ...fleetCommands,
    ...rolloutCommands,
    ...agentCommands,
    ...agentLabelCommands,
    ...agentMoveCommands,
    ...configurationCommands,
  ],
  scopes: [...fleetScopes, ...agentScopes, ...configurationScopes],
};
