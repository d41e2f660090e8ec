import type { CommandContext } from './context.ts';
import { splitKeys } from './keys.ts';
import type { ScopeDefinition, ScopeId } from './scopes.ts';
import type { Command, CommandArgs } from './types.ts';

/** All commands and scopes of the console. */
export type Registry = {
  commands: readonly Command[];
  scopes: readonly ScopeDefinition[];
  command: (id: string) => Command | undefined;
  scope: (id: ScopeId) => ScopeDefinition | undefined;
};

/** @throws Error on an id that stands twice. */
export function createRegistry(commands: readonly Command[], scopes: readonly ScopeDefinition[]): Registry {
  const byId = new Map<string, Command>();
  for (const command of commands) {
    if (byId.has(command.id)) throw new Error(`command '${command.id}' stands twice in the registry`);
    byId.set(command.id, command);
  }
  const scopeById = new Map(scopes.map((scope) => [scope.id, scope]));
  return { commands, scopes, command: (id) => byId.get(id), scope: (id) => scopeById.get(id) };
}

export const scopesOf = (command: Command): readonly ('global' | ScopeId)[] =>
  typeof command.scope === 'string' ? [command.scope] : command.scope;

export const keysOf = (command: Command): readonly string[] => splitKeys(command.keys);

export const titleOf = (command: Command, ctx: CommandContext, args: CommandArgs = {}): string =>
  typeof command.title === 'string' ? command.title : command.title(ctx, args);

/** True when one of the command's scopes is published, or it is global. */
export const isInScope = (command: Command, ctx: CommandContext): boolean =>
  scopesOf(command).some((scope) => scope === 'global' || ctx.scopes[scope] !== undefined);

/** The arguments that the focused scope gives, on top of those that are set. */
export function givenArgs(command: Command, ctx: CommandContext, args: CommandArgs): CommandArgs {
  let all = args;
  for (const argument of command.args ?? []) {
    if (all[argument.name] !== undefined) continue;
    const option = argument.given?.(ctx, all);
    if (option) all = { ...all, [argument.name]: option.id };
  }
  return all;
}

/** The first argument without a value: what the palette asks next. */
export const missingArgument = (command: Command, args: CommandArgs) =>
  command.args?.find((argument) => args[argument.name] === undefined);
