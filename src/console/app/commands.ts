import { createRegistry } from '../commands/registry.ts';
import { loadMoreIcons } from '../lib/icons/load-more-icons.ts';
import { createConnectionCommands } from '../views/connections/create.commands.ts';
import { dashboardCommands } from '../views/dashboard/dashboard.commands.ts';
import { pipelinesCommands } from '../views/pipelines/pipelines.commands.ts';
import { globalCommands, routeCommands } from './global.commands.ts';

/** Commands of the dashboard and global keys; the others are lazy-loaded from `screen-commands.ts`. */
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
    const [{ listMacros, screenCommands }] = await Promise.all([load(), loadMoreIcons()]);
    listMacros(registry);
    return screenCommands;
  },
);
