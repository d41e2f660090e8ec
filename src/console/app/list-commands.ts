import type { CommandSet } from '../commands/registry.ts';
import { filterCommands, filterScopes } from '../views/list/filter.commands.ts';
import { listCommands } from '../views/list/list.commands.ts';

export const listSet: CommandSet = {
  commands: [...listCommands, ...filterCommands],
  scopes: [{ id: 'list', mode: 'LIST' }, ...filterScopes],
};
