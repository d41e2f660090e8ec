import type { CommandSet } from '../commands/registry.ts';
import { sitesCommands, sitesScopes } from '../views/sites/sites.commands.ts';

/** Only sites, which more people use than other settings. */
export const sitesSet: CommandSet = { commands: sitesCommands, scopes: sitesScopes };
