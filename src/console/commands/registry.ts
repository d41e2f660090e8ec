import type { CommandContext } from './context.ts';
import { getKeysInForce, splitKeys } from './keys/keys-in-force.ts';
import type { ScopeDefinition, ScopeId } from './scopes.ts';
import type { Command, CommandArgs } from './types.ts';

export type CommandSet = { commands: readonly Command[]; scopes: readonly ScopeDefinition[] };

export type Registry = {
  readonly commands: readonly Command[];
  readonly scopes: readonly ScopeDefinition[];
  command: (id: string) => Command | undefined;
  scope: (id: ScopeId) => ScopeDefinition | undefined;
  /** Loads one part, if it exists; await it before showing its commands. */
  include: (part: string) => Promise<void>;
  /** Loads all parts; await it before listing commands. */
  complete: () => Promise<void>;
  isComplete: () => boolean;
  /** Loads all parts; resolves once these commands are loaded, or with the last part. */
  find: (ids: readonly string[]) => Promise<void>;
  /** Replaces the dynamic commands, which are the user's macros. */
  setDynamic: (commands: readonly Command[]) => void;
  subscribe: (listener: () => void) => () => void;
};

const indexCommands = ({ commands, scopes }: CommandSet) => {
  const byId = new Map<string, Command>();
  for (const command of commands) {
    if (byId.has(command.id)) throw new Error(`command '${command.id}' appears twice in the registry`);
    byId.set(command.id, command);
  }
  return { commands, scopes, byId, scopeById: new Map(scopes.map((scope) => [scope.id, scope])) };
};

/** Failed parts are not requested again sooner. */
const AGAIN_AFTER_MS = 1000;

type LoadSet = () => Promise<CommandSet>;

/**
 * @param parts commands loaded later, listed before the initial ones, in this order
 * @throws Error on a duplicate id
 */
export function createRegistry(
  commands: readonly Command[],
  scopes: readonly ScopeDefinition[],
  parts: Readonly<Record<string, LoadSet>> = {},
): Registry {
  const names = Object.keys(parts);
  const loaded = new Map<string, CommandSet>();
  const loading = new Map<string, Promise<void>>();
  let dynamic: readonly Command[] = [];
  let all = indexCommands({ commands, scopes });
  let completed: Promise<void> | undefined;
  const finding = new Map<string, Promise<void>>();
  const listeners = new Set<() => void>();
  const update = (): void => {
    const sets = [...names.flatMap((name) => loaded.get(name) ?? []), { commands, scopes }];
    all = indexCommands({
      commands: [...sets.flatMap((set) => set.commands), ...dynamic],
      scopes: sets.flatMap((set) => set.scopes),
    });
    for (const listener of listeners) listener();
  };
  const load = async (name: string): Promise<void> => {
    const part = parts[name];
    if (!part) return;
    loaded.set(name, await part());
    update();
  };
  const include = (name: string): Promise<void> => {
    const known = loading.get(name);
    if (known) return known;
    const started = load(name).catch((error: unknown) => {
      // The next caller tries again.
      loading.delete(name);
      throw error;
    });
    loading.set(name, started);
    return started;
  };
  const waitFor = (ids: readonly string[]): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = () => ids.every((id) => all.byId.has(id)) && resolve();
      listeners.add(look);
      // A failed part does not affect others.
      Promise.allSettled(names.map(include)).then((parts) => {
        listeners.delete(look);
        const failed = parts.find((part) => part.status === 'rejected');
        if (failed) reject(failed.reason);
        else resolve();
      });
      look();
    });
  return {
    get commands() {
      return all.commands;
    },
    get scopes() {
      return all.scopes;
    },
    command: (id) => all.byId.get(id),
    scope: (id) => all.scopeById.get(id),
    include,
    complete: () => {
      completed ??= Promise.all(names.map(include)).then(
        () => undefined,
        (error: unknown) => {
          completed = undefined;
          throw error;
        },
      );
      return completed;
    },
    isComplete: () => loaded.size === names.length,
    // One promise per question: a waiting component asks again on each render, including the failing one.
    find: (ids) => {
      const key = ids.join(' ');
      const known = finding.get(key);
      if (known) return known;
      const started = waitFor(ids);
      finding.set(key, started);
      started.catch(() => setTimeout(() => finding.delete(key), AGAIN_AFTER_MS));
      return started;
    },
    setDynamic: (next) => {
      dynamic = next;
      update();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const getScopesOfCommand = (command: Command): readonly ('global' | ScopeId)[] =>
  typeof command.scope === 'string' ? [command.scope] : command.scope;

export const getKeysOfCommand = (command: Command): readonly string[] =>
  getKeysInForce(command.id, splitKeys(command.keys));

export const getCommandTitle = (command: Command, ctx: CommandContext, args: CommandArgs = {}): string =>
  typeof command.title === 'string' ? command.title : command.title(ctx, args);

export const isInScope = (command: Command, ctx: CommandContext): boolean =>
  getScopesOfCommand(command).some((scope) => scope === 'global' || ctx.scopes[scope] !== undefined);

/** Completes `args` with arguments from the focused scope. */
export function completeArgs(command: Command, ctx: CommandContext, args: CommandArgs): CommandArgs {
  let all = args;
  for (const argument of command.args ?? []) {
    if (all[argument.name] !== undefined) continue;
    const option = argument.given?.(ctx, all);
    if (option) all = { ...all, [argument.name]: option.id };
  }
  return all;
}

export const findMissingArgument = (command: Command, args: CommandArgs) =>
  command.args?.find((argument) => args[argument.name] === undefined);
