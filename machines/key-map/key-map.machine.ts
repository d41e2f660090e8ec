import { assign, emit, enqueueActions, type SnapshotFrom, setup } from 'xstate';
import { KEY_SEQUENCE_MAX } from '../../src/contract/entities/preferences.ts';
import { isModifierKey, normaliseKey } from '../key-sequence/keys.ts';
import type { FullPress } from '../key-sequence/match.ts';
import { findKeyRefusal, findTakeover, getKeysInForce, setKeys, type Takeover } from './bindings.ts';
import { importKeyMap } from './exchange.ts';
import type { KeyMapSettings, KeyOverlay, KeyRefusal } from './key-map.types.ts';

export type RecordMode = 'replace' | 'add';
export type Recording = { commandId: string; mode: RecordMode; keys: readonly string[] };

export type KeyMapContext = KeyMapSettings & {
  recording: Recording | undefined;
  refusal: KeyRefusal | undefined;
  problems: readonly string[];
};

export type KeyMapEvent =
  | { type: 'settings.changed'; settings: Partial<KeyMapSettings> }
  | { type: 'record.started'; commandId: string; mode: RecordMode }
  | ({ type: 'key.pressed' } & FullPress)
  | { type: 'record.cancelled' }
  | { type: 'keys.taken' }
  | { type: 'keys.cleared'; commandId: string }
  | { type: 'keys.reset'; commandId: string }
  | { type: 'all.reset' }
  | { type: 'characterKeys.set'; isOn: boolean }
  | { type: 'map.imported'; text: string };

export type KeyMapEmitted = { type: 'keyMap.changed'; overlay: KeyOverlay; characterKeys: boolean };

type Facts = { context: KeyMapContext; event: KeyMapEvent };

const findEditableCommand = (context: KeyMapContext, id: string) =>
  context.commands.find((command) => command.id === id && !command.isFixed);

const getPressedKey = ({ context, event }: Facts): string => {
  if (event.type !== 'key.pressed' || event.isComposing || isModifierKey(event.key)) return '';
  return normaliseKey(event, context.isMac);
};

const getRecordedKeys = (context: KeyMapContext): string => (context.recording?.keys ?? []).join(' ');

const listOtherKeys = (context: KeyMapContext): readonly string[] => {
  const command = findEditableCommand(context, context.recording?.commandId ?? '');
  return command && context.recording?.mode === 'add' ? getKeysInForce(command, context.overlay) : [];
};

/** Undefined when accepted or no key is pressed yet. */
export function findRecordingRefusal(context: KeyMapContext): KeyRefusal | undefined {
  const command = findEditableCommand(context, context.recording?.commandId ?? '');
  const keys = getRecordedKeys(context);
  return command && keys !== '' ? findKeyRefusal(context, command, keys, listOtherKeys(context)) : undefined;
}

/** Takes the recorded keys from another command, if that settles the conflict. */
export function findRecordedTakeover(context: KeyMapContext): Takeover | undefined {
  const command = findEditableCommand(context, context.recording?.commandId ?? '');
  const keys = getRecordedKeys(context);
  return command && keys !== '' ? findTakeover(context, command, keys, listOtherKeys(context)) : undefined;
}

function resetRefusal({ context, event }: Facts): KeyRefusal | undefined {
  if (event.type !== 'keys.reset') return undefined;
  const command = findEditableCommand(context, event.commandId);
  if (!command) return undefined;
  const lenient = { ...context, characterKeys: true };
  return command.defaults
    .map((keys) => findKeyRefusal(lenient, command, keys))
    .find((refusal) => refusal !== undefined);
}

function computeOverlay({ context, event }: Facts): KeyOverlay {
  const { overlay } = context;
  if (event.type === 'all.reset') return {};
  if (event.type === 'map.imported') {
    const read = importKeyMap(event.text, context);
    return read.ok ? read.overlay : overlay;
  }
  if (event.type === 'keys.taken') return findRecordedTakeover(context)?.overlay ?? overlay;
  if (event.type === 'key.pressed') {
    const command = findEditableCommand(context, context.recording?.commandId ?? '');
    return command
      ? setKeys(overlay, command, [...listOtherKeys(context), getRecordedKeys(context)])
      : overlay;
  }
  if (event.type !== 'keys.cleared' && event.type !== 'keys.reset') return overlay;
  const command = findEditableCommand(context, event.commandId);
  if (!command) return overlay;
  const { [command.id]: _former, ...others } = overlay;
  return event.type === 'keys.reset' ? others : setKeys(overlay, command, []);
}

function computeCharacterKeys({ context, event }: Facts): boolean {
  if (event.type === 'characterKeys.set') return event.isOn;
  if (event.type !== 'map.imported') return context.characterKeys;
  const read = importKeyMap(event.text, context);
  return read.ok ? read.characterKeys : context.characterKeys;
}

/** A conflict is refused and names the other command, whose keys can be taken. */
export const keyMapMachine = setup({
  types: {
    context: {} as KeyMapContext,
    events: {} as KeyMapEvent,
    input: {} as KeyMapSettings,
    emitted: {} as KeyMapEmitted,
  },
  guards: {
    isKnown: ({ context, event }) => 'commandId' in event && !!findEditableCommand(context, event.commandId),
    isEscape: (facts) => getPressedKey(facts) === 'escape',
    isAccepted: (facts) =>
      getPressedKey(facts) === 'enter' &&
      (facts.context.recording?.keys.length ?? 0) > 0 &&
      !findRecordingRefusal(facts.context),
    isRefused: (facts) => getPressedKey(facts) === 'enter' && !!findRecordingRefusal(facts.context),
    isErasing: (facts) =>
      getPressedKey(facts) === 'backspace' && (facts.context.recording?.keys.length ?? 0) > 0,
    isKey: (facts) =>
      getPressedKey(facts) !== '' && (facts.context.recording?.keys.length ?? 0) < KEY_SEQUENCE_MAX,
    isNewKey: (facts) => !!facts.context.recording && !['', 'enter'].includes(getPressedKey(facts)),
    canTake: ({ context }) => findRecordedTakeover(context) !== undefined,
    canReset: (facts) => !resetRefusal(facts),
    isGoodImport: ({ context, event }) =>
      event.type === 'map.imported' && importKeyMap(event.text, context).ok,
  },
  actions: {
    change: enqueueActions(({ context, event, enqueue }) => {
      const overlay = computeOverlay({ context, event });
      const characterKeys = computeCharacterKeys({ context, event });
      enqueue.assign({ overlay, characterKeys });
      enqueue(emit({ type: 'keyMap.changed', overlay, characterKeys }));
    }),
    follow: assign(({ event }) => (event.type === 'settings.changed' ? event.settings : {})),
    begin: assign(({ event }) => ({
      recording:
        event.type === 'record.started'
          ? { commandId: event.commandId, mode: event.mode, keys: [] }
          : undefined,
    })),
    addKey: assign((facts) => {
      const { recording } = facts.context;
      return recording
        ? { recording: { ...recording, keys: [...recording.keys, getPressedKey(facts)] } }
        : {};
    }),
    eraseKey: assign(({ context: { recording } }) =>
      recording ? { recording: { ...recording, keys: recording.keys.slice(0, -1) } } : {},
    ),
    eraseKeys: assign(({ context: { recording } }) =>
      recording ? { recording: { ...recording, keys: [] } } : {},
    ),
    keepRefusal: assign((facts) => ({ refusal: findRecordingRefusal(facts.context) ?? resetRefusal(facts) })),
    keepProblems: assign(({ context, event }) => {
      const read = event.type === 'map.imported' ? importKeyMap(event.text, context) : undefined;
      return { problems: read && !read.ok ? read.problems : [] };
    }),
    forgetRecording: assign({ recording: undefined }),
    forgetFaults: assign({ refusal: undefined, problems: [] }),
  },
}).createMachine({
  id: 'keyMap',
  context: ({ input }) => ({ ...input, recording: undefined, refusal: undefined, problems: [] }),
  initial: 'showing',
  on: {
    'settings.changed': { actions: 'follow' },
    'record.started': { guard: 'isKnown', target: '.recording', actions: 'begin' },
    'keys.cleared': { guard: 'isKnown', target: '.saved', actions: 'change' },
    'keys.reset': [
      { guard: { type: 'canReset' }, target: '.saved', actions: 'change' },
      { target: '.conflict', actions: ['forgetRecording', 'keepRefusal'] },
    ],
    'all.reset': { target: '.saved', actions: 'change' },
    'characterKeys.set': { target: '.saved', actions: 'change' },
    'map.imported': [
      { guard: 'isGoodImport', target: '.saved', actions: 'change' },
      { target: '.rejected', actions: 'keepProblems' },
    ],
  },
  states: {
    showing: { entry: ['forgetRecording', 'forgetFaults'] },
    saved: { entry: ['forgetRecording', 'forgetFaults'] },
    recording: {
      entry: 'forgetFaults',
      on: {
        'key.pressed': [
          { guard: 'isEscape', target: 'showing' },
          { guard: 'isAccepted', target: 'saved', actions: 'change' },
          { guard: 'isRefused', target: 'conflict', actions: 'keepRefusal' },
          { guard: 'isErasing', actions: 'eraseKey' },
          { guard: 'isKey', actions: 'addKey' },
        ],
        'keys.taken': { guard: 'canTake', target: 'saved', actions: 'change' },
        'record.cancelled': 'showing',
      },
    },
    /** Refused. While recording, the next key starts over. */
    conflict: {
      on: {
        'key.pressed': [
          { guard: 'isEscape', target: 'showing' },
          { guard: 'isNewKey', target: 'recording', actions: ['eraseKeys', 'addKey'] },
        ],
        'keys.taken': { guard: 'canTake', target: 'saved', actions: 'change' },
        'record.cancelled': 'showing',
      },
    },
    rejected: { on: { 'record.cancelled': 'showing' } },
  },
});

export type KeyMapSnapshot = SnapshotFrom<typeof keyMapMachine>;

export const selectRecording = ({ context }: KeyMapSnapshot) => context.recording;

export const selectRefusal = ({ context }: KeyMapSnapshot) =>
  context.refusal ?? findRecordingRefusal(context);

/** How to take the pressed keys from another command. */
export const selectTakeover = ({ context }: KeyMapSnapshot) => findRecordedTakeover(context);

/** True once keys were refused, not while they are being pressed. */
export const selectIsRefused = (snapshot: KeyMapSnapshot): boolean => snapshot.matches('conflict');

export const selectChangedCount = ({ context }: KeyMapSnapshot): number =>
  Object.keys(context.overlay).length;
