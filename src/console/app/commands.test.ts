import { beforeAll, describe, expect, it } from 'vitest';
import { findConflicts, sequenceOf } from '../../../machines/key-sequence/index.ts';
import { CALL_IDS } from '../../contract/calls/index.ts';
import { bindingsOf } from '../actors/key-sequences.ts';
import { isWrite } from '../api/call-api.ts';
import { keysOf, scopesOf } from '../commands/registry.ts';
import { registry } from './commands.ts';
import { ROUTES } from './routes.ts';

/** Writes that no one asks for by themselves: the save of a graph makes its transforms. */
const PART_OF_ANOTHER_WRITE = { createTransforms: 'saveGraph' } as const;

describe('the registry of commands', () => {
  beforeAll(() => registry.complete());

  it('has a go command for every screen with an address of its own', () => {
    const missing = ROUTES.filter((route) => route.path !== undefined && !registry.command(`go.${route.id}`));
    expect(missing.map((route) => route.id)).toEqual([]);
  });

  it('gives every screen of the sidebar a key after g', () => {
    const without = ROUTES.filter((route) => route.sidebar && route.goKey === undefined);
    expect(without.map((route) => route.id)).toEqual([]);
  });

  it('reaches every call that changes something', () => {
    const reached = new Set(registry.commands.flatMap((command) => command.calls ?? []));
    const missing = CALL_IDS.filter(isWrite)
      .filter((id) => !(id in PART_OF_ANOTHER_WRITE))
      .filter((id) => !reached.has(id));
    expect(missing).toEqual([]);
  });

  it('has no key twice in a scope, none that hides a longer one, and none of the browser', () => {
    expect(findConflicts(bindingsOf(registry)).map((conflict) => conflict.message)).toEqual([]);
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
