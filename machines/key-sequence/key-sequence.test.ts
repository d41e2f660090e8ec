import { describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { driveAll } from '../../tests/harness/drive.ts';
import { findConflicts } from '../../tests/harness/key-conflicts.ts';
import { createActorSut, createPureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { keySequenceMachine, selectContinuations, selectIsSheetOpen } from './key-sequence.machine.ts';
import { keySequenceModel } from './key-sequence.model.ts';
import { formatKeyLabels, normaliseKey, splitSequence } from './keys.ts';
import { matchPress } from './match.ts';

const paths = makePaths(keySequenceModel);
const settings = keySequenceModel.input!;
const scope = 'global';

describe('every transition of key sequences', () => {
  test('keeps pending keys only while a sequence can still go on', async () => {
    await driveAll(
      paths,
      createPureSut(keySequenceModel, (snapshot) => {
        expect(snapshot.context.pending.length > 0).toBe(snapshot.matches('pending'));
        if (snapshot.matches('pending')) expect(selectContinuations(snapshot).length).toBeGreaterThan(0);
      }),
    );
  });

  test('is the same for a running actor with its clock', async () => {
    await driveAll(paths, createActorSut(keySequenceModel, { delays: { sheetDelay: 250 } }));
  });
});

test('a sequence runs its command once; the sheet opens after 250 ms', () => {
  const clock = new SimulatedClock();
  const found: string[] = [];
  const actor = createActor(keySequenceMachine, { input: settings, clock });
  actor.on('keys.found', ({ commandId }) => found.push(commandId));
  actor.start();
  actor.send({ type: 'key.pressed', key: 'g' });
  clock.increment(249);
  expect(selectIsSheetOpen(actor.getSnapshot())).toBe(false);
  clock.increment(1);
  expect(selectIsSheetOpen(actor.getSnapshot())).toBe(true);
  expect(selectContinuations(actor.getSnapshot()).map(({ commandId }) => commandId)).toEqual([
    'go.pipelines',
    'go.deep',
  ]);
  actor.send({ type: 'key.pressed', key: 'p' });
  expect(found).toEqual(['go.pipelines']);
  actor.send({ type: 'key.pressed', key: 'p' });
  expect(found).toEqual(['go.pipelines']);
});

test('a sequence survives new keys or scopes while something can follow it', () => {
  const actor = createActor(keySequenceMachine, { input: settings }).start();
  actor.send({ type: 'key.pressed', key: 'g' });
  actor.send({ type: 'settings.changed', settings: { bindings: [...settings.bindings] } });
  expect(actor.getSnapshot().context.pending).toEqual(['g']);
  actor.send({ type: 'settings.changed', settings: { scopes: ['table'] } });
  expect(actor.getSnapshot().context.pending).toEqual([]);
});

describe('what a press means', () => {
  test.each([
    ['a letter in a text field', { key: 'e', inTextField: true }, 'none'],
    ['Ctrl and a letter in a text field', { key: 'k', ctrlKey: true, inTextField: true }, 'found'],
    ['a letter', { key: 'e' }, 'found'],
    ['a letter while composing', { key: 'e', isComposing: true }, 'ignored'],
    ['a modifier alone', { key: 'Shift', shiftKey: true }, 'ignored'],
    ['Ctrl and a letter bound without', { key: 'e', ctrlKey: true }, 'none'],
  ])('%s', (_case, press, kind) => {
    expect(matchPress(settings, [], press).kind).toBe(kind);
  });

  test('character keys can be turned off, other keys stay (WCAG 2.1.4)', () => {
    const off = { ...settings, characterKeys: false };
    expect(matchPress(off, [], { key: 'e' }).kind).toBe('none');
    expect(matchPress(off, [], { key: 'g' }).kind).toBe('none');
    expect(matchPress(off, [], { key: 'k', ctrlKey: true }).kind).toBe('found');
  });

  test('Backspace removes the last key of a sequence, and ends an empty one', () => {
    expect(matchPress(settings, ['g', 'x'], { key: 'Backspace' })).toEqual({ kind: 'pending', keys: ['g'] });
    expect(matchPress(settings, ['g'], { key: 'Backspace' })).toEqual({ kind: 'reset' });
  });

  test('the inner scope wins over the outer one', () => {
    const bindings = [
      { keys: 'enter', commandId: 'outer', scope: 'global' },
      { keys: 'enter', commandId: 'inner', scope: 'table' },
    ];
    expect(matchPress({ ...settings, bindings }, [], { key: 'Enter' })).toMatchObject({ commandId: 'inner' });
    expect(matchPress({ ...settings, bindings, scopes: ['global'] }, [], { key: 'Enter' })).toMatchObject({
      commandId: 'outer',
    });
  });
});

describe('names of keys', () => {
  test.each([
    [{ key: 'K', ctrlKey: true }, false, 'mod+k'],
    [{ key: 'k', metaKey: true }, true, 'mod+k'],
    [{ key: 'k', ctrlKey: true }, true, 'ctrl+k'],
    [{ key: '?', shiftKey: true }, false, '?'],
    [{ key: 'D', shiftKey: true }, false, 'shift+d'],
    [{ key: 'Tab', shiftKey: true }, false, 'shift+tab'],
    [{ key: ' ' }, false, 'space'],
    [{ key: 'ArrowDown' }, false, 'arrowdown'],
    [{ key: '+', ctrlKey: true }, false, 'mod++'],
  ])('%o (mac %s) is %s', (press, isMac, name) => {
    expect(normaliseKey(press, isMac)).toBe(name);
    expect(splitSequence(name)).toEqual([name]);
  });

  test('chips join modifiers, a sequence has one chip per key', () => {
    expect(formatKeyLabels('mod+k', false)).toEqual(['Ctrl+K']);
    expect(formatKeyLabels('mod+shift+z', true)).toEqual(['⌘⇧Z']);
    expect(formatKeyLabels('g p', false)).toEqual(['G', 'P']);
    expect(formatKeyLabels('escape', false)).toEqual(['Esc']);
  });
});

describe('conflicts of bindings', () => {
  const kinds = (...bindings: Parameters<typeof findConflicts>[0][number][]) =>
    findConflicts(bindings).map(({ kind }) => kind);

  test('two commands with one key in a scope, not in two scopes', () => {
    expect(kinds({ keys: 'e', commandId: 'a', scope }, { keys: 'e', commandId: 'b', scope })).toEqual([
      'duplicate',
    ]);
    expect(
      kinds({ keys: 'e', commandId: 'a', scope }, { keys: 'e', commandId: 'b', scope: 'table' }),
    ).toEqual([]);
  });

  test('a key that is the prefix of a sequence in the scope', () => {
    expect(kinds({ keys: 'g', commandId: 'a', scope }, { keys: 'g p', commandId: 'b', scope })).toEqual([
      'prefix',
    ]);
  });

  test('a key of the browser, but not the four taken on purpose', () => {
    for (const keys of ['mod+w', 'mod+t', 'f5', 'alt+left', 'mod+f', 'tab']) {
      expect(kinds({ keys, commandId: 'a', scope })).toEqual(['browser']);
    }
    for (const keys of ['mod+k', 'mod+s', 'mod+i', 'mod+z', 'mod+shift+z']) {
      expect(kinds({ keys, commandId: 'a', scope })).toEqual([]);
    }
  });
});
