import { useRef, useSyncExternalStore } from 'react';
import { getErrorMessage } from '../../contract/values.ts';
import { createStore, useStore } from '../lib/store.ts';
import { callGuard, checkEnabled } from './call-guard.ts';
import type { CommandContext } from './context.ts';
import { keyMap } from './keys/keys-in-force.ts';
import { macroStatus } from './macros/macro-status.ts';
import { completeArgs, findMissingArgument, type Registry } from './registry.ts';
import { areFieldsEqual, publishedScopes } from './scopes.ts';
import type { Command, CommandArgs, CommandSource } from './types.ts';

/** Context without the published scopes; provided by the shell. */
export type ContextBase = Omit<CommandContext, 'scopes'>;

/** What the shell does for commands that cannot run at once. */
export type CommandHost = {
  registry: Registry;
  /** Asks for the first missing argument, or shows the review. */
  ask: (id: string, args: CommandArgs) => void;
  refuse: (reason: string, id: string) => void;
  record: (id: string, args: CommandArgs) => void;
};

const NOT_MOUNTED = 'no command context: the shell is not mounted';
const baseStore = createStore<ContextBase | undefined>(undefined);
let host: CommandHost | undefined;
let stopRegistry: (() => void) | undefined;
let cached: CommandContext | undefined;

const getCurrentContext = (): CommandContext => {
  const base = baseStore.get();
  if (!base) throw new Error(NOT_MOUNTED);
  const scopes = publishedScopes.get().data;
  if (!cached || cached.scopes !== scopes) cached = { ...base, scopes };
  return cached;
};

/** Incremented when the list of commands changes. */
const registryEdition = createStore(0);
/** Titles, keys and states also depend on these stores. */
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

/** The context outside of React. */
export const commandContext = { get: getCurrentContext, subscribe };

export const hasContextBase = (): boolean => baseStore.get() !== undefined;

/** Returns a function that cancels. */
export function runWhenShellIsReady(act: () => void): () => void {
  if (hasContextBase()) {
    act();
    return () => undefined;
  }
  const stop = baseStore.subscribe(() => {
    stop();
    // The shell is rendering now; run after it.
    queueMicrotask(act);
  });
  return stop;
}

export function setContextBase(base: ContextBase): void {
  cached = undefined;
  baseStore.set(base);
}

export function installCommands(next: CommandHost): void {
  stopRegistry?.();
  host = next;
  stopRegistry = next.registry.subscribe(() => registryEdition.set(registryEdition.get() + 1));
}

export function getCommandHost(): CommandHost {
  if (!host) throw new Error('no commands: installCommands was not called');
  return host;
}

/** Renders with every change of any scope; most components need `useShell` or `useContextPart`. */
export const useCommandContext = (): CommandContext =>
  useStore({ get: getCurrentContext, set: () => undefined, subscribe });

/** The shell's part, which stays while views publish. */
export function useShell(): ContextBase {
  const base = useStore(baseStore);
  if (!base) throw new Error(NOT_MOUNTED);
  return base;
}

/** Part of the context that `read` returns. Renders only when one of its fields differs. */
export function useContextPart<Part extends object>(read: (ctx: CommandContext) => Part): Part {
  const last = useRef<Part>(undefined);
  const get = () => {
    const part = read(getCurrentContext());
    if (!last.current || !areFieldsEqual(last.current, part)) last.current = part;
    return last.current;
  };
  return useSyncExternalStore(subscribe, get);
}

export type RanCommand = { id: string; args: CommandArgs; source: CommandSource };

const ranListeners = new Set<(ran: RanCommand) => void>();

export function addCommandRanListener(listener: (ran: RanCommand) => void): () => void {
  ranListeners.add(listener);
  return () => ranListeners.delete(listener);
}

/** Guard, arguments and review have passed. */
export function carryOut(command: Command, args: CommandArgs, source: CommandSource): void {
  const ctx = getCurrentContext();
  for (const listener of ranListeners) listener({ id: command.id, args, source });
  command.run(ctx, args, source);
}

/** `asked`: the palette shows a missing argument or the review. */
export type Attempt = { kind: 'ran' } | { kind: 'asked' } | { kind: 'refused'; reason: string };

/** Asks for missing arguments or a review before running. */
export function attemptCommand(id: string, args: CommandArgs, source: CommandSource): Attempt {
  const { registry, ask, record } = getCommandHost();
  const command = registry.command(id);
  if (!command) throw new Error(`no command '${id}'`);
  const ctx = getCurrentContext();
  const all = completeArgs(command, ctx, args);
  const enabled = checkEnabled(command, ctx, all);
  if (enabled !== true) return { kind: 'refused', reason: enabled };
  if (findMissingArgument(command, all) || command.review?.(ctx, all)) {
    ask(id, all);
    return { kind: 'asked' };
  }
  record(id, all);
  carryOut(command, all, source);
  return { kind: 'ran' };
}

/** A lazy command runs once loaded. */
export function runCommand(id: string, args: CommandArgs = {}, source: CommandSource = 'button'): void {
  const { registry, refuse } = getCommandHost();
  if (!registry.command(id) && !registry.isComplete()) {
    const fail = (error: unknown) => refuse(getErrorMessage(error), id);
    registry.complete().then(() => runCommand(id, args, source), fail);
    return;
  }
  const attempt = attemptCommand(id, args, source);
  if (attempt.kind === 'refused') refuse(attempt.reason, id);
}
