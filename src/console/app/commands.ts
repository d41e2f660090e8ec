import { createRegistry } from '../commands/registry.ts';
import { createConnectionCommands } from '../views/connections/create.commands.ts';
import { dashboardCommands } from '../views/dashboard/dashboard.commands.ts';
import { pipelinesCommands } from '../views/pipelines/pipelines.commands.ts';
import { loadMoreIcons } from '../widgets/icons/load-more-icons.ts';
import { globalCommands, routeCommands } from './global.commands.ts';

/**
 * Every command of the console. Here stand those that are live or shown on the dashboard and those with a key
 * everywhere; all others stand in `screen-commands.ts`, which comes with the screens.
 */
export const registry = createRegistry(
  [
    ...pipelinesCommands,
    ...createConnectionCommands,
    ...dashboardCommands,
    ...routeCommands,
    ...globalCommands,
  ],
  [{ id: 'dashboard.firstRun', mode: 'START' }],
  async () => {
    const load = async () => (await import('./screens.ts')).loadScreenCommands();
    const [{ screenCommands }] = await Promise.all([load(), loadMoreIcons()]);
    return screenCommands;
  },
);
