import { macroStatus } from '../actors/macros.ts';
import { callGuard, enabledNow } from './call-guard.ts';
import type { CommandContext } from './context.ts';
import { keyMap } from './keys.ts';
import { givenArgs, missingArgument, type Registry } from './registry.ts';
import { publishedScopes } from './scopes.ts';
import { createStore, useStore } from './store.ts';
import type { Command, CommandArgs, CommandSource } from './types.ts';

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
let stopRegistry: (() => void) | undefined;
let cached: CommandContext | undefined;

const current = (): CommandContext => {
  const base = baseStore.get();
  if (!base) throw new Error('no command context: the shell is not mounted');
  const scopes = publishedScopes.get().data;
  if (!cached || cached.scopes !== scopes) cached = { ...base, scopes };
  return cached;
};

/** Counts up when commands come or go. */
const registryEdition = createStore(0);
/** Titles, keys and states of commands change with these too, so they make a new context. */
const ALSO_READ = [keyMap, macroStatus, registryEdition, callGuard];

for (const store of ALSO_READ)
  store.subscribe(() => {
    cached = undefined;
  });

const subscribe = (listener: () => void): (() => void) => {
  const stops = [baseStore, publishedScopes, ...ALSO_READ].map((store) => store.subscribe(listener));
  return () => {
    for (const stop of stops) stop();
  };
};

/** The context as it is now, for those who are not React. */
export const commandContext = { get: current, subscribe };

export const hasContextBase = (): boolean => baseStore.get() !== undefined;

/** Acts once the shell stands, at once when it does. Returns the way to wait no longer. */
export function whenShellStands(act: () => void): () => void {
  if (hasContextBase()) {
    act();
    return () => undefined;
  }
  const stop = baseStore.subscribe(() => {
    stop();
    // The shell is just being drawn; what acts on it comes after.
    queueMicrotask(act);
  });
  return stop;
}

/** The shell says what has changed. */
export function setContextBase(base: ContextBase): void {
  cached = undefined;
  baseStore.set(base);
}

/** Installs the registry and the shell's part; called once at start, and by tests. */
export function installCommands(next: CommandHost): void {
  stopRegistry?.();
  host = next;
  stopRegistry = next.registry.subscribe(() => registryEdition.set(registryEdition.get() + 1));
}

export function commandHost(): CommandHost {
  if (!host) throw new Error('no commands: installCommands was not called');
  return host;
}

export const useCommandContext = (): CommandContext =>
  useStore({ get: current, set: () => undefined, subscribe });

/** A command that was carried out, by whom or what. */
export type RanCommand = { id: string; args: CommandArgs; source: CommandSource };

const ranListeners = new Set<(ran: RanCommand) => void>();

/** Told of every command that runs. Returns the way to stop. */
export function onCommandRan(listener: (ran: RanCommand) => void): () => void {
  ranListeners.add(listener);
  return () => ranListeners.delete(listener);
}

/** Runs a command whose guard, arguments and review are done with. */
export function carryOut(command: Command, args: CommandArgs, source: CommandSource): void {
  const ctx = current();
  for (const listener of ranListeners) listener({ id: command.id, args, source });
  command.run(ctx, args, source);
}

/** What became of an attempt: `asked` shows the first open question, or the review. */
export type Attempt = { kind: 'ran' } | { kind: 'asked' } | { kind: 'refused'; reason: string };

/** Fills the arguments its scope gives, asks for what is missing, reviews what has consequences, else runs it. */
export function attemptCommand(id: string, args: CommandArgs, source: CommandSource): Attempt {
  const { registry, ask, record } = commandHost();
  const command = registry.command(id);
  if (!command) throw new Error(`no command '${id}'`);
  const ctx = current();
  const all = givenArgs(command, ctx, args);
  const enabled = enabledNow(command, ctx, all);
  if (enabled !== true) return { kind: 'refused', reason: enabled };
  if (missingArgument(command, all) || command.review?.(ctx, all)) {
    ask(id, all);
    return { kind: 'asked' };
  }
  record(id, all);
  carryOut(command, all, source);
  return { kind: 'ran' };
}

/** Attempts a command and says why when it cannot run. */
export function runCommand(id: string, args: CommandArgs = {}, source: CommandSource = 'button'): void {
  const attempt = attemptCommand(id, args, source);
  if (attempt.kind === 'refused') commandHost().refuse(attempt.reason, id);
}
