import type { CommandContext } from './context.ts';
import { givenArgs, missingArgument, type Registry } from './registry.ts';
import { publishedScopes } from './scopes.ts';
import { createStore, useStore } from './store.ts';
import type { CommandArgs, CommandSource } from './types.ts';

/** What the shell gives: the context without the published scopes. */
export type ContextBase = Omit<CommandContext, 'scopes'>;

/** What the shell does for commands that cannot run straight away. */
export type CommandHost = {
  registry: Registry;
  /** Asks for the first missing argument, or shows the review. */
  ask: (id: string, args: CommandArgs) => void;
  /** Says why a command cannot run now. */
  refuse: (reason: string, id: string) => void;
  /** Remembers that a command ran, for the recent list. */
  record: (id: string, args: CommandArgs) => void;
};

const baseStore = createStore<ContextBase | undefined>(undefined);
let host: CommandHost | undefined;
let cached: CommandContext | undefined;

const current = (): CommandContext => {
  const base = baseStore.get();
  if (!base) throw new Error('no command context: the shell is not mounted');
  const scopes = publishedScopes.get().data;
  if (!cached || cached.scopes !== scopes) cached = { ...base, scopes };
  return cached;
};

const subscribe = (listener: () => void): (() => void) => {
  const stops = [baseStore.subscribe(listener), publishedScopes.subscribe(listener)];
  return () => {
    for (const stop of stops) stop();
  };
};

/** The context as it is now, for those who are not React. */
export const commandContext = { get: current, subscribe };

export const hasContextBase = (): boolean => baseStore.get() !== undefined;

/** The shell says what has changed. */
export function setContextBase(base: ContextBase): void {
  cached = undefined;
  baseStore.set(base);
}

/** Installs the registry and the shell's part; called once at start, and by tests. */
export function installCommands(next: CommandHost): void {
  host = next;
}

export function commandHost(): CommandHost {
  if (!host) throw new Error('no commands: installCommands was not called');
  return host;
}

export const useCommandContext = (): CommandContext =>
  useStore({ get: current, set: () => undefined, subscribe });

/**
 * Runs a command: fills the arguments its scope gives, says why when it cannot run, asks for what is
 * missing, reviews what has consequences, and else runs it.
 */
export function runCommand(id: string, args: CommandArgs = {}, source: CommandSource = 'button'): void {
  const { registry, ask, refuse, record } = commandHost();
  const command = registry.command(id);
  if (!command) throw new Error(`no command '${id}'`);
  const ctx = current();
  const all = givenArgs(command, ctx, args);
  const enabled = command.enabled(ctx, all);
  if (enabled !== true) refuse(enabled, id);
  else if (missingArgument(command, all) || command.review?.(ctx, all)) ask(id, all);
  else {
    record(id, all);
    command.run(ctx, all, source);
  }
}
