import { createRegistry } from '../commands/registry.ts';
import type { ScopeDefinition } from '../commands/scopes.ts';
import type { Command } from '../commands/types.ts';
import { connectionsCommands } from '../views/connections/connections.commands.ts';
import { dashboardCommands } from '../views/dashboard/dashboard.commands.ts';
import { listCommands } from '../views/list/list.commands.ts';
import { pipelineCommands, pipelineScopes } from '../views/pipeline/pipeline.commands.ts';
import { pipelinesCommands } from '../views/pipelines/pipelines.commands.ts';
import { globalCommands, routeCommands } from './global.commands.ts';

/** Every command of the console, in the order the palette and the key bar list them. */
export const COMMANDS: readonly Command[] = [
  ...listCommands,
  ...pipelineCommands,
  ...pipelinesCommands,
  ...connectionsCommands,
  ...dashboardCommands,
  ...routeCommands,
  ...globalCommands,
];

/** Scopes as the key bar names them. */
export const SCOPES: readonly ScopeDefinition[] = [
  { id: 'list', mode: 'LIST' },
  { id: 'pipelines.list', mode: 'LIST' },
  { id: 'sources.list', mode: 'LIST' },
  { id: 'destinations.list', mode: 'LIST' },
  ...pipelineScopes,
  { id: 'dashboard.firstRun', mode: 'START' },
];

export const registry = createRegistry(COMMANDS, SCOPES);
