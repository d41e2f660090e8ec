import { beforeAll, describe, expect, it } from 'vitest';
import { listCommandRows } from '../../../machines/command-palette/rank.ts';
import { splitSequence } from '../../../machines/key-sequence/index.ts';
import { findConflicts } from '../../../tests/harness/key-conflicts.ts';
import { changesSomething } from '../../contract/calls/define.ts';
import { CALL_IDS, callDefinition } from '../../contract/calls/index.ts';
import { listKeyBindings } from '../commands/keys/key-sequences.ts';
import { getKeysOfCommand, getScopesOfCommand } from '../commands/registry.ts';
import { registry } from './commands.ts';
import { ROUTES } from './routes.ts';

/** Writes made as part of another call. */
const PART_OF_ANOTHER_WRITE = { createTransforms: 'saveGraph' } as const;

/** Calls made only by programs. */
const WITHOUT_A_COMMAND = ['putPipelineDefinition', 'createTransform', 'updateTransform', 'deleteTransform'];

/** An inner scope that deliberately overrides the key of an outer one. */
const LIES_OVER = [['pipeline.deploy', 'edit.deploy']];

function areLiveTogether(a: string, b: string): boolean {
  if (a === b || a === 'global' || b === 'global') return true;
  const names = (from: string, to: string): boolean =>
    registry.scopes.some(({ id, alongside }) => id === from && alongside?.some((other) => other === to));
  return names(a, b) || names(b, a);
}

describe('the registry of commands', () => {
  // Compiles every screen, which is slow on a busy machine.
  beforeAll(() => registry.complete(), 180_000);

  it('opens every screen with an address of its own by one command', () => {
    const created: Record<string, string> = {
      createPipeline: 'pipeline.create',
      createConfiguration: 'configuration.create',
    };
    const openedBy = (id: string) => created[id] ?? `go.${id}`;
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

  it('is found first by the words of its button, before what cannot run', () => {
    const commands = registry.commands.map(({ id, title, group, keywords }) => ({
      id,
      title: typeof title === 'string' ? title : id,
      group,
      ...(keywords && { keywords: [...keywords] }),
      ...(id === 'hydration.again' && { refusal: 'Choose a hydration first' }),
    }));
    expect(listCommandRows(commands, 'Hydrate', {}, 0)[0]?.id).toBe('hydration.create');
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

  it('keys: none twice in a scope, none a prefix, none of the browser', () => {
    expect(findConflicts(listKeyBindings(registry)).map((conflict) => conflict.message)).toEqual([]);
  });

  it('no key is shared by commands that are active together', () => {
    const conflicts = findConflicts(listKeyBindings(registry), areLiveTogether);
    const isMeant = (ids: readonly string[]) =>
      LIES_OVER.some((pair) => pair.every((id) => ids.includes(id)));
    expect(
      conflicts
        .filter(({ commandIds: [a, b] }) => a !== b)
        .filter(({ commandIds }) => !isMeant(commandIds))
        .map(({ message }) => message),
    ).toEqual([]);
  });

  it('no command has a key that a widget of its scope handles', () => {
    const taken = registry.scopes.flatMap((scope) =>
      (scope.widgetKeys ?? []).flatMap((hint) => hint.keys.map((keys) => `${scope.id} ${keys}`)),
    );
    const clashes = registry.commands
      .flatMap((command) =>
        getKeysOfCommand(command).flatMap((keys) =>
          getScopesOfCommand(command).map((scope) => `${scope} ${keys}`),
        ),
      )
      .filter((key) => taken.includes(key));
    expect(clashes).toEqual([]);
  });

  it('commands that open a window stay out of recorded macros', () => {
    const windows = ['palette', 'help', 'errorDetails', 'notifications'].map((name) => `console.${name}`);
    expect(windows.filter((id) => registry.command(id)?.isRecorded !== false)).toEqual([]);
  });

  it('has keys that can be pressed', () => {
    const wrong = registry.commands
      .flatMap(getKeysOfCommand)
      .filter((keys) => splitSequence(keys).some((key) => key === '' || key.endsWith('+undefined')));
    expect(wrong).toEqual([]);
  });

  it('every scope with commands has a name for the key bar', () => {
    const used = new Set(registry.commands.flatMap(getScopesOfCommand).filter((scope) => scope !== 'global'));
    expect([...used].filter((scope) => !registry.scope(scope))).toEqual([]);
  });
});
