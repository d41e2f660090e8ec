import type { IconName } from '../widgets/icons/icon-table.ts';
import { enabledNow } from './call-guard.ts';
import type { CommandContext } from './context.ts';
import { givenArgs, isInScope, keysOf, titleOf } from './registry.ts';
import { commandHost, runCommand, useCommandContext } from './runtime.ts';
import type { CommandArgs, CommandSource } from './types.ts';

export type CommandFace = {
  title: string;
  icon: IconName;
  /** The first of its key bindings, where it is live. */
  keys: string | undefined;
  disabledReason: string | undefined;
  run: (source?: CommandSource) => void;
  /** Goes to what keeps it from running; undefined when there is no such place. */
  showCause: (() => void) | undefined;
};

const NO_ARGS: CommandArgs = {};

/**
 * Everything a button or a menu item needs to stand for a command.
 * @throws Error when there is no such command.
 */
export function commandFace(ctx: CommandContext, id: string, args: CommandArgs = NO_ARGS): CommandFace {
  const command = commandHost().registry.command(id);
  if (!command) throw new Error(`no command '${id}'`);
  const all = givenArgs(command, ctx, args);
  const enabled = enabledNow(command, ctx, all);
  const cause = enabled === true ? undefined : command.causeOf?.(ctx, all);
  return {
    title: titleOf(command, ctx, all),
    icon: command.icon,
    keys: isInScope(command, ctx) ? keysOf(command)[0] : undefined,
    disabledReason: enabled === true ? undefined : enabled,
    run: (source = 'button') => runCommand(id, args, source),
    showCause:
      cause && (() => ('path' in cause ? ctx.navigate(cause.path) : runCommand(cause.command, cause.args))),
  };
}

/** A command as it is now. */
export const useCommand = (id: string, args?: CommandArgs): CommandFace =>
  commandFace(useCommandContext(), id, args);
