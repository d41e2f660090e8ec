import { beforeAll, describe, expect, it } from 'vitest';
import { findConflicts, sequenceOf } from '../../../machines/key-sequence/index.ts';
import { changesSomething } from '../../contract/calls/define.ts';
import { CALL_IDS, callDefinition } from '../../contract/calls/index.ts';
import { bindingsOf } from '../actors/key-sequences.ts';
import { keysOf, scopesOf } from '../commands/registry.ts';
import { registry } from './commands.ts';
import { ROUTES } from './routes.ts';

/** Writes that no one asks for by themselves: the save of a graph makes its transforms. */
const PART_OF_ANOTHER_WRITE = { createTransforms: 'saveGraph' } as const;

/** Calls that only a program makes: pipelines kept as code. */
const WITHOUT_A_COMMAND = ['putPipelineDefinition'];

/** A key that an inner scope has on purpose: what lies below it is refused as long as the inner one is there. */
const LIES_OVER = [['pipeline.deploy', 'edit.deploy']];

/** True for scopes whose keys can be live at once: what is global is live on every screen. */
function areLiveTogether(a: string, b: string): boolean {
  if (a === b || a === 'global' || b === 'global') return true;
  const names = (from: string, to: string): boolean =>
    registry.scopes.some(({ id, alongside }) => id === from && alongside?.some((other) => other === to));
  return names(a, b) || names(b, a);
}

describe('the registry of commands', () => {
  // All screens' code is compiled for it: on a busy machine that takes its time.
  beforeAll(() => registry.complete(), 180_000);

  it('opens every screen with an address of its own by one command', () => {
    const openedBy = (id: string) => (id === 'createPipeline' ? 'pipeline.create' : `go.${id}`);
    const missing = ROUTES.filter(({ patterns }) => !patterns[0].includes(':')).filter(
      ({ id }) => !registry.command(openedBy(id)),
    );
    expect(missing.map((route) => route.id)).toEqual([]);
    expect(registry.command('go.createPipeline')).toBeUndefined();
  });

  it('gives every screen of the sidebar a key after g', () => {
    const without = ROUTES.filter((route) => route.sidebar && route.goKey === undefined);
    expect(without.map((route) => route.id)).toEqual([]);
  });

  it('reaches every call that changes something', () => {
    const reached = new Set(
      registry.commands.flatMap(({ calls = [], leadsTo = [] }) => [...calls, ...leadsTo]),
    );
    const missing = CALL_IDS.filter((id) => changesSomething(callDefinition(id)))
      .filter((id) => !(id in PART_OF_ANOTHER_WRITE))
      .filter((id) => !WITHOUT_A_COMMAND.includes(id))
      .filter((id) => !reached.has(id));
    expect(missing).toEqual([]);
  });

  it('has no key twice in a scope, none that hides a longer one, and none of the browser', () => {
    expect(findConflicts(bindingsOf(registry)).map((conflict) => conflict.message)).toEqual([]);
  });

  it('has no key of a command under the same key of another that is live with it', () => {
    const conflicts = findConflicts(bindingsOf(registry), areLiveTogether);
    const isMeant = (ids: readonly string[]) =>
      LIES_OVER.some((pair) => pair.every((id) => ids.includes(id)));
    expect(
      conflicts
        .filter(({ commandIds: [a, b] }) => a !== b)
        .filter(({ commandIds }) => !isMeant(commandIds))
        .map(({ message }) => message),
    ).toEqual([]);
  });

  it('has no command on a key that a widget of the same scope handles', () => {
    const taken = registry.scopes.flatMap((scope) =>
      (scope.widgetKeys ?? []).flatMap((hint) => hint.keys.map((keys) => `${scope.id} ${keys}`)),
    );
    const clashes = registry.commands
      .flatMap((command) =>
        keysOf(command).flatMap((keys) => scopesOf(command).map((scope) => `${scope} ${keys}`)),
      )
      .filter((key) => taken.includes(key));
    expect(clashes).toEqual([]);
  });

  it('keeps what opens a window of the console out of recorded macros: the next step could not run', () => {
    const windows = ['palette', 'help', 'errorDetails', 'notifications'].map((name) => `console.${name}`);
    expect(windows.filter((id) => registry.command(id)?.isRecorded !== false)).toEqual([]);
  });

  it('has keys that can be pressed', () => {
    const wrong = registry.commands
      .flatMap(keysOf)
      .filter((keys) => sequenceOf(keys).some((key) => key === '' || key.endsWith('+undefined')));
    expect(wrong).toEqual([]);
  });

  it('names a scope of the key bar for every scope that commands use', () => {
    const used = new Set(registry.commands.flatMap(scopesOf).filter((scope) => scope !== 'global'));
    expect([...used].filter((scope) => !registry.scope(scope))).toEqual([]);
  });
});
