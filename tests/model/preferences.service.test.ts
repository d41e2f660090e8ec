import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { SystemEvent } from '../../machines/model.ts';
import {
  type PreferencesEvent,
  type PreferencesSnapshot,
  preferencesMachine,
  type SaveInput,
  type SaveOutput,
  selectPreferences,
  selectUnsaved,
} from '../../machines/preferences/index.ts';
import { preferencesModel } from '../../machines/preferences/preferences.model.ts';
import {
  readPreferences,
  storePreferences,
} from '../../src/console/commands/preferences/preferences-calls.ts';
import type { Preferences, PreferencesPatch } from '../../src/contract/entities/preferences.ts';
import { startService, type TestService } from '../api/support/service.ts';
import { driveAll } from '../harness/drive.ts';
import { settle } from '../harness/machine-suts.ts';
import { makeWalks } from '../harness/walks.ts';
import { type CallEnd, connectConsole } from './console-calls.ts';

/** How the console's next request ends. */
let end: CallEnd = 'answer';
let api: TestService;

beforeEach(async () => {
  end = 'answer';
  api = await startService();
  connectConsole(api, () => end);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await api.stop();
});

const storedNow = async (): Promise<Preferences> => (await api.call('getPreferences')).body.preferences;

/** Another window of the same user stores this. */
async function storeElsewhere(preferences: PreferencesPatch): Promise<void> {
  const answer = await api.call('updatePreferences', { body: { preferences } });
  expect(answer.status).toBe(200);
}

const DEFAULTS = { characterKeys: true, keyBindings: {}, macros: [] };
/** What another window stores in the model. */
const REMOTE = { characterKeys: true, keyBindings: { 'view.reload': ['z'] } };

const shown = (snapshot: PreferencesSnapshot) => ({
  at: snapshot.value,
  pending: snapshot.context.pending.length,
  sent: snapshot.context.sent,
  characterKeys: selectPreferences(snapshot).characterKeys,
  hasProblem: snapshot.context.problem !== undefined,
  isUnsaved: selectUnsaved(snapshot) !== undefined,
});

/** One window's preferences; the test decides how calls end. */
function openWindow() {
  const waiting = new Map<string, () => void>();
  const held = async (name: string): Promise<void> =>
    new Promise((go) => {
      waiting.set(name, go);
    });
  const actor = createActor(
    preferencesMachine.provide({
      actors: {
        load: fromPromise<Preferences>(async () => {
          await held('load');
          return readPreferences();
        }),
        save: fromPromise<SaveOutput, SaveInput>(async ({ input }) => {
          await held('save');
          return storePreferences(input);
        }),
      },
    }),
  ).start();

  async function letGo(name: string): Promise<void> {
    const before = actor.getSnapshot();
    const go = waiting.get(name);
    if (!go) throw new Error(`'${name}' is not asked`);
    waiting.delete(name);
    go();
    await vi.waitFor(() => expect(actor.getSnapshot()).not.toBe(before), { interval: 2, timeout: 30_000 });
    await settle();
  }

  return {
    actor,
    letGo,
    read: () => shown(actor.getSnapshot()),
    send: async (event: PreferencesEvent | SystemEvent) => {
      const [, result, name = ''] = /^xstate\.(done|error)\.actor\.(\w+)$/.exec(event.type) ?? [];
      if (result === undefined) return actor.send(event as PreferencesEvent);
      end = result === 'error' ? 'request lost' : 'answer';
      const output = 'output' in event ? event.output : undefined;
      const isStale =
        typeof output === 'object' && output !== null && Reflect.get(output, 'kind') === 'stale';
      if (result === 'done' && (name === 'load' || isStale)) await storeElsewhere(REMOTE);
      await letGo(name);
    },
    dispose: () => {
      actor.stop();
    },
  };
}

test('preferences of a window against the service through every transition, by HTTP', async () => {
  const paths = makeWalks(preferencesModel);
  const walked = await driveAll(paths, {
    drives: new Set(preferencesModel.vocabulary.map(({ type }) => type)),
    create: async () => {
      await storeElsewhere(DEFAULTS);
      return openWindow();
    },
    project: shown,
    check: async (snapshot, { actor }) => {
      // The window's and the service's preferences agree unless storing failed.
      if (snapshot.matches('ready') || snapshot.matches('unsaved'))
        expect(actor.getSnapshot().context.stored).toEqual(await storedNow());
    },
  });
  expect(walked).toBe(paths.edges.size);
});

const keys = (id: string, ...list: string[]): PreferencesEvent => ({
  type: 'preferences.change',
  change: { kind: 'keys', keys: { [id]: list } },
});

test('two windows change different keys: 412, then both are stored', async () => {
  const [first, second] = [openWindow(), openWindow()];
  for (const window of [first, second]) {
    window.actor.send({ type: 'preferences.load' });
    await window.letGo('load');
  }
  first.actor.send(keys('view.reload', 'z'));
  await first.letGo('save');
  second.actor.send(keys('go.pipelines', 'x'));
  await second.letGo('save');
  expect(second.read()).toMatchObject({ at: 'saving', pending: 1 });
  await second.letGo('save');
  const both = { 'view.reload': ['z'], 'go.pipelines': ['x'] };
  expect((await storedNow()).keyBindings).toEqual(both);
  expect(selectPreferences(second.actor.getSnapshot()).keyBindings).toEqual(both);
});

test('a change with a lost answer is kept, and stored once', async () => {
  const { actor, letGo, read } = openWindow();
  actor.send({ type: 'preferences.load' });
  await letGo('load');
  const macro = { id: 'a', name: 'Morning', steps: [{ commandId: 'go.pipelines', args: {} }] };
  actor.send({ type: 'preferences.change', change: { kind: 'macroPut', macro } });
  end = 'answer lost';
  await letGo('save');
  expect(read()).toMatchObject({ at: 'unsaved', pending: 1, isUnsaved: true });
  expect(selectPreferences(actor.getSnapshot()).macros).toEqual([macro]);
  end = 'answer';
  actor.send({ type: 'preferences.retry' });
  await letGo('save');
  await letGo('save');
  expect(read()).toMatchObject({ at: 'ready', pending: 0 });
  expect((await storedNow()).macros).toEqual([macro]);
});
