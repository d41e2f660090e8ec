import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import {
  exportKeyMap,
  findFirstRefusal,
  findKeyRefusal,
  findTakeover,
  importKeyMap,
  type KeyMapSettings,
  keyMapMachine,
  selectRefusal,
  selectTakeover,
} from './index.ts';
import { KEY_MAP_COMMANDS, keyMapModel } from './key-map.model.ts';

const paths = makePaths(keyMapModel);
const settings: KeyMapSettings = {
  commands: [
    ...KEY_MAP_COMMANDS,
    { id: 'graph:Fit', title: 'Fit', scopes: ['pipeline'], defaults: ['0'], isFixed: true },
  ],
  overlay: {},
  characterKeys: true,
  isMac: false,
};
const deploy = KEY_MAP_COMMANDS[1]!;

describe('every transition of the key map', () => {
  test('no state has two commands on one key; refusals name the other command', async () => {
    await driveAll(
      paths,
      createPureSut(keyMapModel, (snapshot) => {
        expect(findFirstRefusal(snapshot.context)).toBeUndefined();
        const refusal = selectRefusal(snapshot);
        if (snapshot.matches('conflict'))
          expect(refusal?.withTitle ?? refusal?.rule).toMatch(/Edit pipeline|Deploy|characterKeysOff/);
        if (snapshot.matches('rejected')) expect(snapshot.context.problems.length).toBeGreaterThan(0);
        expect(snapshot.matches('recording') && !snapshot.context.recording).toBe(false);
      }),
    );
  });

  test('a running actor does the same and announces each change once', async () => {
    await driveAll(paths, createActorSut(keyMapModel));
  });
});

test('a recorded key is stored in the overlay; a default one leaves it', () => {
  const actor = createActor(keyMapMachine, { input: settings });
  const told: unknown[] = [];
  actor.on('keyMap.changed', ({ overlay }) => told.push(overlay));
  actor.start();
  const record = (...keys: { key: string; shiftKey?: boolean }[]) => {
    actor.send({ type: 'record.started', commandId: 'pipeline.deploy', mode: 'replace' });
    for (const press of keys) actor.send({ type: 'key.pressed', ...press });
    actor.send({ type: 'key.pressed', key: 'Enter' });
  };
  record({ key: 'q' }, { key: 'w' });
  record({ key: 'e' });
  record({ key: 'D', shiftKey: true });
  expect(told).toEqual([{ 'pipeline.deploy': ['q w'] }, {}]);
  actor.send({ type: 'record.started', commandId: 'pipeline.deploy', mode: 'add' });
  actor.send({ type: 'key.pressed', key: 'z' });
  actor.send({ type: 'key.pressed', key: 'Enter' });
  expect(told.at(-1)).toEqual({ 'pipeline.deploy': ['shift+d', 'z'] });
});

describe('keys that are refused, with the command that has them', () => {
  test.each([
    ['e', "'E' already belongs to 'Edit pipeline'"],
    ['g', "'G' begins 'G P', which belongs to 'Pipelines'"],
    ['g p x', "'G P X' begins with 'G P', which belongs to 'Pipelines'"],
    ['0', "'0' already belongs to 'Fit'"],
    ['mod+w', "'Ctrl+W' belongs to the browser"],
    ['tab', "'Tab' belongs to the browser"],
    ['escape', "'Esc' cannot be used: Esc always goes back one level"],
  ])('%s', (keys, message) => {
    expect(findKeyRefusal(settings, deploy, keys)?.message).toBe(message);
  });

  test('browser keys of a shipped command stay its own', () => {
    const copy = { id: 'graph.copy', title: 'Copy nodes', scopes: ['graph'], defaults: ['mod+c'] };
    const withCopy = {
      ...settings,
      commands: [...settings.commands, copy],
      overlay: { 'graph.copy': ['9'] },
    };
    expect(findKeyRefusal(withCopy, copy, 'mod+c')).toBeUndefined();
    expect(findKeyRefusal(withCopy, deploy, 'mod+c')?.message).toBe("'Ctrl+C' belongs to the browser");
  });

  test('a command may have its former keys, and keys of another scope', () => {
    expect(findKeyRefusal(settings, deploy, 'shift+d')).toBeUndefined();
    const elsewhere = { id: 'list.next', title: 'Next', scopes: ['list'], defaults: ['j'] };
    const more = { ...settings, commands: [...settings.commands, elsewhere] };
    expect(findKeyRefusal(more, deploy, 'j')).toBeUndefined();
  });

  test('a key used on every screen is refused for any command', () => {
    const reload = { id: 'view.reload', title: 'Reload data', scopes: ['global'], defaults: ['r'] };
    const more = { ...settings, commands: [...settings.commands, reload] };
    expect(findKeyRefusal(more, deploy, 'r')?.message).toBe("'R' already belongs to 'Reload data'");
    expect(findKeyRefusal(more, reload, 'e')?.message).toBe("'E' already belongs to 'Edit pipeline'");
  });

  test('a key of a list is refused on screens with that list, unless shipped', () => {
    const next = { id: 'list.next', title: 'Next row', scopes: ['list'], defaults: ['j', 'x'] };
    const erase = { id: 'row.erase', title: 'Erase row', scopes: ['list.rows'], defaults: ['x'] };
    const more = {
      ...settings,
      commands: [...settings.commands, next, erase],
      alongside: { 'list.rows': ['list'] },
    };
    expect(findKeyRefusal(more, erase, 'j')?.message).toBe("'J' already belongs to 'Next row'");
    expect(findKeyRefusal(more, next, 'x')).toBeUndefined();
    expect(findKeyRefusal(more, deploy, 'j')).toBeUndefined();
  });

  test('a key that types a character while those are off (WCAG 2.1.4)', () => {
    const off = { ...settings, characterKeys: false };
    expect(findKeyRefusal(off, deploy, 'q')?.rule).toBe('characterKeysOff');
    expect(findKeyRefusal(off, deploy, 'alt+q')).toBeUndefined();
  });

  test('key map: a taken key is taken over from the command that has it', () => {
    const actor = createActor(keyMapMachine, { input: settings }).start();
    const press = (...keys: string[]) => {
      actor.send({ type: 'record.started', commandId: 'pipeline.deploy', mode: 'replace' });
      for (const key of keys) actor.send({ type: 'key.pressed', key });
    };
    press('e');
    expect(selectTakeover(actor.getSnapshot())).toMatchObject({ from: { id: 'pipeline.edit' }, left: [] });
    actor.send({ type: 'keys.taken' });
    expect(actor.getSnapshot().value).toBe('saved');
    expect(actor.getSnapshot().context.overlay).toEqual({ 'pipeline.edit': [], 'pipeline.deploy': ['e'] });
    expect(findFirstRefusal(actor.getSnapshot().context)).toBeUndefined();
    // A fixed key, one of the browser and a free one cannot be taken over.
    for (const key of ['0', 'Tab', 'q']) {
      press(key);
      actor.send({ type: 'keys.taken' });
      expect(actor.getSnapshot().value, key).toBe('recording');
    }
  });

  test('key map: nothing is taken over where several commands have the key', () => {
    const more = {
      ...settings,
      commands: [
        ...settings.commands,
        { id: 'go.sources', title: 'Sources', scopes: ['global'], defaults: ['g s'] },
      ],
    };
    expect(findTakeover(settings, deploy, 'g')).toMatchObject({ from: { id: 'go.pipelines' } });
    expect(findTakeover(more, deploy, 'g')).toBeUndefined();
  });

  test('a freed key goes to another command, and reset cannot take it back', () => {
    const actor = createActor(keyMapMachine, { input: settings }).start();
    actor.send({ type: 'keys.cleared', commandId: 'pipeline.edit' });
    actor.send({ type: 'record.started', commandId: 'pipeline.deploy', mode: 'replace' });
    actor.send({ type: 'key.pressed', key: 'e' });
    actor.send({ type: 'key.pressed', key: 'Enter' });
    expect(actor.getSnapshot().value).toBe('saved');
    actor.send({ type: 'keys.reset', commandId: 'pipeline.edit' });
    expect(selectRefusal(actor.getSnapshot())?.message).toBe("'E' already belongs to 'Deploy'");
    actor.send({ type: 'all.reset' });
    expect(actor.getSnapshot().context.overlay).toEqual({});
  });
});

describe('a key map as text', () => {
  const overlay = { 'pipeline.deploy': ['alt+q'], 'pipeline.edit': [], 'macro.a': ['z'] };
  const withMacro = [
    ...settings.commands,
    { id: 'macro.a', title: 'Mine', scopes: ['global'], defaults: [] },
  ];

  test('export and import give the same keys; macro keys stay', () => {
    const text = exportKeyMap({ ...settings, overlay, characterKeys: false });
    expect(text).not.toContain('macro.a');
    const read = importKeyMap(text, { ...settings, commands: withMacro, overlay: { 'macro.a': ['z'] } });
    expect(read).toEqual({ ok: true, overlay, characterKeys: false });
  });

  const file = (keys: object) => JSON.stringify({ penstockKeyMap: 1, characterKeys: true, keys });
  test.each<[string, string, string[]]>([
    ['no JSON', 'keys!', ['Line 1: this is not JSON']],
    [
      'a comma too many',
      '{\n  "penstockKeyMap": 1,\n  "characterKeys": true,\n  "keys": {},\n}\n',
      ['Line 5: this is not JSON (Expected double-quoted property name)'],
    ],
    [
      'a value without quotes',
      '{\n  "penstockKeyMap": 1,\n  "keys": { "pipeline.edit": [z] }\n}',
      ['Line 3: this is not JSON'],
    ],
    ['half a file', '{\n  "penstockKeyMap": 1,\n', ['Line 2: this is not JSON']],
    ['something else', '{"a":1}', ['This is not a key map: "penstockKeyMap" must be 1']],
    [
      'a switch that is no switch',
      '{"penstockKeyMap":1,"characterKeys":"no","keys":{}}',
      ['"characterKeys" must be true or false'],
    ],
    [
      'keys that are no list',
      file({ 'pipeline.edit': 'e' }),
      ['"keys.pipeline.edit" must be a list of keys'],
    ],
    ['an unknown command', file({ 'pipeline.fly': ['z'] }), ['pipeline.fly: there is no such command']],
    [
      'keys that are none',
      file({ 'pipeline.edit': ['a b c d'] }),
      ["pipeline.edit: 'a b c d' must be one to 3"],
    ],
    [
      'a key of the browser',
      file({ 'pipeline.edit': ['mod+w'] }),
      ["pipeline.edit: 'Ctrl+W' belongs to the browser"],
    ],
    [
      'faults of every kind at once',
      file({ 'pipeline.fly': ['z'], 'pipeline.edit': ['mod+w'] }),
      ['pipeline.fly: there is no such command', "pipeline.edit: 'Ctrl+W' belongs to the browser"],
    ],
    [
      'a conflict, on both sides',
      file({ 'pipeline.edit': ['z'], 'pipeline.deploy': ['z'] }),
      [
        "pipeline.edit: 'Z' already belongs to 'Deploy'",
        "pipeline.deploy: 'Z' already belongs to 'Edit pipeline'",
      ],
    ],
  ])('%s is refused, naming command and rule, and nothing is taken', (_, text, problems) => {
    const actor = createActor(keyMapMachine, { input: settings }).start();
    actor.send({ type: 'map.imported', text });
    const { context, value } = actor.getSnapshot();
    expect(value).toBe('rejected');
    expect(context.overlay).toEqual({});
    expect(context.problems).toHaveLength(problems.length);
    for (const [index, problem] of problems.entries()) expect(context.problems[index]).toContain(problem);
  });
});
