import { type FullPress, matchPress } from '../../../../machines/key-sequence/match.ts';
import { isTextField, liveScopes } from '../live-scopes.ts';
import { publishedScopes } from '../scopes.ts';
import { keySequenceActor } from './key-sequences.ts';

/** Milliseconds that a key waits for its screen. */
const AHEAD_MS = 5000;

declare global {
  interface Window {
    /** Keys pressed since page load; recording then stops (`app/early-script.ts`). */
    takeEarlyKeys?: () => KeyboardEvent[];
  }
}

let stop: (() => void) | undefined;

/**
 * Keeps keys pressed while a screen loads and replays each once its binding is live. A key pressed on a
 * loaded screen discards them.
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
  // Keys after an unhandled Ctrl or Cmd combination are dropped: they were meant for what it opens.
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
  // Wait until all scopes published together are live.
  const unsubscribe = liveScopes.subscribe(() => queueMicrotask(catchUp));
  window.addEventListener('keydown', pressed);
  stop = () => {
    unsubscribe();
    window.removeEventListener('keydown', pressed);
    stop = undefined;
  };
  return stop;
}
