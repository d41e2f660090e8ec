import { useSelector } from '@xstate/react';
import { createActor } from 'xstate';
import {
  type FullPress,
  type KeyBinding,
  keySequenceMachine,
  matchPress,
  selectContinuations,
  selectIsSheetOpen,
  selectPending,
} from '../../../../machines/key-sequence/index.ts';
import { focusContent } from '../../lib/focus-content.ts';
import { holdKeys, holdKeysBriefly, type KeyOwner } from '../../lib/held-keys.ts';
import { detectPlatform } from '../../lib/key-text.ts';
import {
  barFocus,
  barScopes,
  findDialog,
  findLiveScopes,
  isMasked,
  isTextField,
  type LiveScope,
  liveScopes,
} from '../live-scopes.ts';
import { getKeysOfCommand, getScopesOfCommand, type Registry } from '../registry.ts';
import { hasContextBase, runCommand, runWhenShellIsReady } from '../runtime.ts';
import { publishedScopes } from '../scopes.ts';
import { keyMap } from './keys-in-force.ts';

export const listKeyBindings = (registry: Registry): KeyBinding[] =>
  registry.commands.flatMap((command) =>
    getKeysOfCommand(command).flatMap((keys) =>
      getScopesOfCommand(command).map((scope) => ({
        keys,
        commandId: command.id,
        scope,
        ...(keys === command.nativeKeys ? { isNative: true } : {}),
      })),
    ),
  );

export const keySequenceActor = createActor(keySequenceMachine, {
  input: { bindings: [], scopes: ['global'], characterKeys: true, isMac: detectPlatform() === 'mac' },
});

export const useKeySequence = () => ({
  pending: useSelector(keySequenceActor, selectPending),
  isSheetOpen: useSelector(keySequenceActor, selectIsSheetOpen),
});

export const getPendingContinuations = () => selectContinuations(keySequenceActor.getSnapshot());

const areListsEqual = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((value, index) => value === b[index]);

/** A menu or list of options keeps the previous key bar, without unmounted scopes. */
const filterPublished = (scopes: readonly LiveScope[]): readonly LiveScope[] =>
  scopes.filter((id) => id === 'global' || publishedScopes.get().data[id] !== undefined);

const PRESSABLE = 'button,a[href],summary,[role="menuitem"],[role="option"],[role="tab"]';
const TOGGLED_BY_SPACE = `${PRESSABLE},input[type="checkbox"],input[type="radio"]`;

/** Enter and Space without Ctrl or Cmd activate the focused control. */
const isPressForTarget = ({ key, target, ctrlKey, metaKey }: KeyboardEvent): boolean => {
  if (!(target instanceof Element) || ctrlKey || metaKey) return false;
  if (key === ' ') return target.closest(TOGGLED_BY_SPACE) !== null;
  return key === 'Enter' && target.closest(PRESSABLE) !== null;
};

const TYPED_INTO: Readonly<Record<string, KeyOwner>> = {
  'console.palette': 'palette',
  'assistant.toggle': 'assistant',
};

/** A key pressed before the first render waits for the shell. */
function runByKey(commandId: string): void {
  const stop = runWhenShellIsReady(() => runCommand(commandId, {}, 'key'));
  const owner = TYPED_INTO[commandId];
  if (!owner || hasContextBase()) return;
  holdKeys(owner, stop);
  // The shell may refuse the command.
  holdKeysBriefly(owner);
}

/** Parts from which an Escape that runs nothing returns to the content. */
const AROUND_CONTENT = 'nav,header,[role="tablist"]';

/** Escape leaves a text field before it runs anything. */
function leaveField(event: KeyboardEvent): boolean {
  const { activeElement } = document;
  if (event.key !== 'Escape' || event.isComposing || isMasked(activeElement) || !isTextField(activeElement))
    return false;
  if (!focusContent()) document.getElementById('content')?.focus({ preventScroll: true });
  event.preventDefault();
  return true;
}

/** Whether the browser's copy, cut or paste event runs the command. */
const isLeftToBrowser = (registry: Registry, { commandId, keys }: { commandId: string; keys: string[] }) =>
  registry.command(commandId)?.nativeKeys === keys.join(' ');

const MODIFIERS = ['Control', 'Shift', 'Alt', 'AltGraph', 'Meta'];

/**
 * Commands load in parts. An unknown key is pressed again once all are loaded, unless another key or the
 * focus changed meanwhile.
 */
function createLateKeys(registry: Registry) {
  let waiting: FullPress | undefined;
  return {
    pressed: () => {
      waiting = undefined;
    },
    keep: (press: FullPress) => {
      // Before there is a screen, `keepKeysAhead` handles keys without Ctrl or Cmd.
      const hasScreen = publishedScopes.get().order.length > 0;
      if (registry.isComplete() || !(hasScreen || press.ctrlKey || press.metaKey)) return;
      waiting = press;
      const scopes = liveScopes.get();
      const pressAgain = () => {
        if (waiting !== press || !areListsEqual(scopes, liveScopes.get())) return;
        waiting = undefined;
        const { context } = keySequenceActor.getSnapshot();
        const match = matchPress(context, context.pending, press);
        if (match.kind === 'found' && !isLeftToBrowser(registry, match))
          keySequenceActor.send({ type: 'key.pressed', ...press });
      };
      registry.complete().then(pressAgain, () => undefined);
    },
  };
}

export function listenToKeys(registry: Registry): () => void {
  const late = createLateKeys(registry);
  const updateScopes = () => {
    const { activeElement } = document;
    // A form shared by screens, with its own commands.
    if (!registry.isComplete() && publishedScopes.get().order.some((id) => !registry.scope(id)))
      registry.complete().then(updateScopes, () => undefined);
    const next = findLiveScopes(activeElement, registry);
    const isBarKept = isMasked(activeElement) && !findDialog(activeElement);
    const bar = isBarKept ? filterPublished(barScopes.get()) : next;
    if (!isBarKept) barFocus.set(activeElement);
    if (!areListsEqual(bar, barScopes.get())) barScopes.set(bar);
    if (areListsEqual(next, liveScopes.get())) return;
    liveScopes.set(next);
    keySequenceActor.send({ type: 'settings.changed', settings: { scopes: next } });
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isPressForTarget(event)) return;
    updateScopes();
    const { context } = keySequenceActor.getSnapshot();
    if (context.pending.length === 0 && leaveField(event)) return;
    const press = {
      key: event.key,
      ctrlKey: event.ctrlKey,
      metaKey: event.metaKey,
      altKey: event.altKey,
      shiftKey: event.shiftKey,
      inTextField: isTextField(document.activeElement),
      isComposing: event.isComposing,
    };
    const match = matchPress(context, context.pending, press);
    if (!MODIFIERS.includes(event.key)) late.pressed();
    if (match.kind === 'none' && !press.inTextField && !MODIFIERS.includes(event.key)) late.keep(press);
    if (match.kind === 'found' && isLeftToBrowser(registry, match)) return;
    if (match.kind === 'none' && !press.inTextField && !isMasked(document.activeElement)) {
      if (event.key === 'Escape' && document.activeElement?.closest(AROUND_CONTENT)) focusContent();
      // Without a search the key opens the palette, so that typed letters run nothing.
      if (event.key === '/' && context.characterKeys) {
        event.preventDefault();
        runByKey('console.palette');
        return;
      }
    }
    if (match.kind !== 'none' && match.kind !== 'ignored') event.preventDefault();
    keySequenceActor.send({ type: 'key.pressed', ...press });
  };
  // The focus moves only after the event.
  const focusMoved = () => queueMicrotask(updateScopes);
  const found = keySequenceActor.on('keys.found', ({ commandId }) => runByKey(commandId));
  const updateBindings = () => {
    const { characterKeys } = keyMap.get();
    keySequenceActor.send({
      type: 'settings.changed',
      settings: { bindings: listKeyBindings(registry), characterKeys },
    });
  };
  const stops = [
    publishedScopes.subscribe(updateScopes),
    registry.subscribe(updateBindings),
    keyMap.subscribe(updateBindings),
  ];
  keySequenceActor.start();
  keySequenceActor.send({ type: 'sequence.reset' });
  updateBindings();
  updateScopes();
  window.addEventListener('keydown', pressed);
  window.addEventListener('focusin', focusMoved);
  window.addEventListener('focusout', focusMoved);
  // Removing a dialog that has the focus fires no focus event.
  const layers = new MutationObserver(updateScopes);
  layers.observe(document.body, { childList: true });
  return () => {
    layers.disconnect();
    found.unsubscribe();
    for (const stop of stops) stop();
    window.removeEventListener('keydown', pressed);
    window.removeEventListener('focusin', focusMoved);
    window.removeEventListener('focusout', focusMoved);
  };
}
