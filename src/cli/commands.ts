import type { CliCommand } from './command.ts';
import { backupCommand, restoreCommand } from './commands/backup.ts';
import { call } from './commands/call.ts';
import { completion } from './commands/completion.ts';
import { deadLetters } from './commands/dead-letters.ts';
import { exportDefinitions, importDefinitions } from './commands/exchange.ts';
import { explain } from './commands/explain.ts';
import { lifecycleCommands } from './commands/lifecycle.ts';
import { list } from './commands/list.ts';
import { show } from './commands/show.ts';
import { tap } from './commands/tap.ts';

/** Every command, in the order of help. */
export const COMMANDS: readonly CliCommand[] = [
  list,
  show,
  exportDefinitions,
  importDefinitions,
  ...lifecycleCommands,
  tap,
  deadLetters,
  explain,
  call,
  backupCommand,
  restoreCommand,
  completion(() => COMMANDS),
];
