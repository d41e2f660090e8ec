import type { IconName } from '../lib/icons/icon-table.ts';
import { enabledNow } from './call-guard.ts';
import type { CommandContext } from './context.ts';
import { givenArgs, isInScope, keysOf, titleOf } from './registry.ts';
import { commandHost, runCommand, useCommandContext } from './runtime.ts';
import type { CommandArgs, CommandSource } from './types.ts';

export type CommandFace = {
  title: string;
  icon: IconName;
  /** First of its keys that is live. */
  keys: string | undefined;
  disabledReason: string | undefined;
  run: (source?: CommandSource) => void;
  showCause: (() => void) | undefined;
};

const NO_ARGS: CommandArgs = {};

/** @throws Error for an unknown id */
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

export const useCommand = (id: string, args?: CommandArgs): CommandFace =>
  commandFace(useCommandContext(), id, args);
