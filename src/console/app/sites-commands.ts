import type { CommandSet } from '../commands/registry.ts';
import { sitesCommands, sitesScopes } from '../views/sites/sites.commands.ts';

/** Of sites alone, which more people open than other settings. */
export const sitesSet: CommandSet = { commands: sitesCommands, scopes: sitesScopes };
