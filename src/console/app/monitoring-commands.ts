import type { CommandSet } from '../commands/registry.ts';
import { errorsCommands, errorsScopes } from '../components/errors/errors.commands.ts';
import { monitoringCommands, monitoringScopes } from '../views/monitoring/monitoring.commands.ts';
import {
  recommendationCommands,
  recommendationScopes,
} from '../views/recommendations/recommendations.commands.ts';

/** Of Monitoring, and of errors wherever they are listed. */
export const monitoringSet: CommandSet = {
  commands: [...errorsCommands, ...monitoringCommands, ...recommendationCommands],
  scopes: [...errorsScopes, ...monitoringScopes, ...recommendationScopes],
};
