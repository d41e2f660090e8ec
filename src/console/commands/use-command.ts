import { use } from 'react';
import type { IconName } from '../lib/icons/icon-names.ts';
import { checkEnabled } from './call-guard.ts';
import type { CommandContext } from './context.ts';
import { completeArgs, getCommandTitle, getKeysOfCommand, isInScope } from './registry.ts';
import { commandContext, getCommandHost, runCommand, useContextPart } from './runtime.ts';
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
export function describeCommand(ctx: CommandContext, id: string, args: CommandArgs = NO_ARGS): CommandFace {
  const command = getCommandHost().registry.command(id);
  if (!command) throw new Error(`no command '${id}'`);
  const all = completeArgs(command, ctx, args);
  const enabled = checkEnabled(command, ctx, all);
  const cause = enabled === true ? undefined : command.causeOf?.(ctx, all);
  return {
    title: getCommandTitle(command, ctx, all),
    icon: command.icon,
    keys: isInScope(command, ctx) ? getKeysOfCommand(command)[0] : undefined,
    disabledReason: enabled === true ? undefined : enabled,
    run: (source = 'button') => runCommand(id, args, source),
    showCause:
      cause && (() => ('path' in cause ? ctx.navigate(cause.path) : runCommand(cause.command, cause.args))),
  };
}

/** Suspends until these commands are loaded. */
export function useLoadedCommands(ids: readonly string[]): void {
  const { registry } = getCommandHost();
  if (!registry.isComplete() && ids.some((id) => !registry.command(id))) use(registry.find(ids));
}

/** @throws Error for an unknown id */
export function useCommand(id: string, args?: CommandArgs): CommandFace {
  useLoadedCommands([id]);
  const { hasCause, ...face } = useContextPart((ctx) => {
    const { run: _run, showCause, ...plain } = describeCommand(ctx, id, args);
    return { ...plain, hasCause: showCause !== undefined };
  });
  return {
    ...face,
    run: (source = 'button') => runCommand(id, args, source),
    showCause: hasCause ? () => describeCommand(commandContext.get(), id, args).showCause?.() : undefined,
  };
}
