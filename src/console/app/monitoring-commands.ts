import type { CommandSet } from '../commands/registry.ts';
import { errorsCommands, errorsScopes } from '../components/errors/errors.commands.ts';
import { monitoringCommands, monitoringScopes } from '../views/monitoring/monitoring.commands.ts';
import {
  recommendationCommands,
  recommendationScopes,
} from '../views/recommendations/recommendations.commands.ts';

export const monitoringSet: CommandSet = {
  commands: [...errorsCommands, ...monitoringCommands, ...recommendationCommands],
  scopes: [...errorsScopes, ...monitoringScopes, ...recommendationScopes],
};
