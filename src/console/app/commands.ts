import { createRegistry } from '../commands/registry.ts';
import type { ScopeDefinition } from '../commands/scopes.ts';
import type { Command } from '../commands/types.ts';
import { globalCommands, routeCommands } from './global.commands.ts';

/** Every command of the console, in the order the palette and the key bar list them. */
export const COMMANDS: readonly Command[] = [...routeCommands, ...globalCommands];

export const SCOPES: readonly ScopeDefinition[] = [];

export const registry = createRegistry(COMMANDS, SCOPES);
