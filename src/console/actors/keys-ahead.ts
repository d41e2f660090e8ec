import { type FullPress, matchPress } from '../../../machines/key-sequence/match.ts';
import { isTextField, liveScopes } from '../commands/live-scopes.ts';
import { publishedScopes } from '../commands/scopes.ts';
import { keySequenceActor } from './key-sequences.ts';

/** So long, in milliseconds, a key waits for the screen that it was pressed for. */
const AHEAD_MS = 5000;

declare global {
  interface Window {
    /** The last keys since the page began, and no more from then on (`app/early-script.ts`). */
    takeEarlyKeys?: () => KeyboardEvent[];
  }
}

let stop: (() => void) | undefined;

/**
 * Keeps the keys that mean nothing until a screen stands whose data are still on their way, and acts on them once
 * what they mean is live. The next key on a screen that stands, or one that means something, goes first.
 * @returns the way to stop.
 */
export function keepKeysAhead(): () => void {
  if (stop) return stop;
  let ahead: { press: FullPress; until: number }[] = [];
  const pressed = (event: KeyboardEvent) => {
    const { key, altKey, shiftKey, isComposing } = event;
    if (event.ctrlKey || event.metaKey || isTextField(document.activeElement)) return;
    if (event.defaultPrevented || publishedScopes.get().order.length > 0) ahead = [];
    else {
      const press = { key, ctrlKey: false, metaKey: false, altKey, shiftKey, isComposing };
      ahead.push({ press, until: performance.now() + AHEAD_MS });
    }
  };
  // Pressed before this code was there. What follows a chord that nothing took was meant for what that opens.
  const early = window.takeEarlyKeys?.() ?? [];
  const lost = early.findIndex((event) => (event.ctrlKey || event.metaKey) && !event.defaultPrevented);
  for (const event of lost < 0 ? early : early.slice(0, lost)) pressed(event);
  const catchUp = () => {
    ahead = ahead.filter(({ press, until }) => {
      const { context } = keySequenceActor.getSnapshot();
      const now = { ...press, inTextField: isTextField(document.activeElement) };
      const isOver = performance.now() > until;
      const isUnknown = matchPress(context, context.pending, now).kind === 'none';
      if (!isOver && !isUnknown) keySequenceActor.send({ type: 'key.pressed', ...now });
      return !isOver && isUnknown;
    });
  };
  // After all that a screen publishes at once.
  const unsubscribe = liveScopes.subscribe(() => queueMicrotask(catchUp));
  window.addEventListener('keydown', pressed);
  stop = () => {
    unsubscribe();
    window.removeEventListener('keydown', pressed);
    stop = undefined;
  };
  return stop;
}
