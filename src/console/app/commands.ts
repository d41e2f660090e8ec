import { createRegistry, type Registry } from '../commands/registry.ts';
import { createConnectionCommands } from '../views/connections/create.commands.ts';
import { dashboardCommands } from '../views/dashboard/dashboard.commands.ts';
import { pipelinesCommands } from '../views/pipelines/pipelines.commands.ts';
import type { CommandPart } from './command-part.ts';
import { globalCommands, routeCommands } from './global.commands.ts';

const loadPart = (part: CommandPart) => async () => {
  const { COMMAND_PARTS } = await import('./screens.ts');
  return COMMAND_PARTS[part]();
};

const loadScreenPart = async () => {
  const [set, { listMacrosIn }] = await Promise.all([loadPart('screens')(), import('./screens.ts')]);
  await listMacrosIn(registry);
  return set;
};

/** Commands of the dashboard and global keys; others load in parts. */
export const registry: Registry = createRegistry(
  [
    ...pipelinesCommands,
    ...createConnectionCommands,
    ...dashboardCommands,
    ...routeCommands,
    ...globalCommands,
  ],
  [{ id: 'dashboard.firstRun', mode: 'START' }],
  {
    lists: loadPart('lists'),
    pipelines: loadPart('pipelines'),
    pipeline: loadPart('pipeline'),
    connections: loadPart('connections'),
    monitoring: loadPart('monitoring'),
    fleets: loadPart('fleets'),
    sites: loadPart('sites'),
    settings: loadPart('settings'),
    search: loadPart('search'),
    alerts: loadPart('alerts'),
    screens: loadScreenPart,
  },
);
