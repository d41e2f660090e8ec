import { CALL_TIMEOUT_MS } from '../../../contract/limits.ts';

/** Lazy-loaded owners of a text field. */
export type TypingOwner = 'palette' | 'assistant' | 'form';

/** For owners that may not open, or have no ready text field. Afterwards keys belong to the screen again. */
const BRIEFLY_MS = 3000;

let owner: TypingOwner | undefined;
let typed = '';
/** Enter ended the text. */
let isEntered = false;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Focused element when it was opened. */
let opener: Element | null = null;
let cancel: () => void = () => undefined;

const stop = (): void => {
  clearTimeout(timer);
  timer = undefined;
  window.removeEventListener('keydown', hold, true);
};

/** Buttons of the opened owner. */
const OPENED_BUTTON = ':is([data-assistant], [role="dialog"]) :is(button, a[href])';

/**
 * The user moved to a button, such as Close, whose keys are its own. A new screen takes the focus by itself.
 */
const isOfButton = ({ target }: KeyboardEvent): boolean =>
  target !== opener && target instanceof Element && target.matches(OPENED_BUTTON);

function hold(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (isOfButton(event)) {
    stop();
    return;
  }
  if (event.key === 'Escape') {
    stop();
    cancel();
  } else if (event.key === 'Backspace') typed = typed.slice(0, -1);
  else if (event.key.length === 1) typed += event.key;
  else if (event.key === 'Enter') isEntered = true;
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function stopAfter(milliseconds: number): void {
  clearTimeout(timer);
  timer = setTimeout(stop, milliseconds);
}

/**
 * Captures typing until the opened field has focus, so that early letters do not run shortcuts behind it.
 * Loading takes as long as the network; on failure, the owner takes the typing.
 */
export function holdTyping(by: TypingOwner, onCancel: () => void): void {
  // The shell reopens it after mounting: keep the text.
  if (timer === undefined || owner !== by) {
    typed = '';
    isEntered = false;
  }
  stop();
  opener = document.activeElement;
  owner = by;
  cancel = onCancel;
  window.addEventListener('keydown', hold, true);
  stopAfter(CALL_TIMEOUT_MS);
}

/** It may not open, or its field is not ready yet. */
export function holdTypingBriefly(by: TypingOwner): void {
  if (timer !== undefined && owner === by) stopAfter(BRIEFLY_MS);
}

/** What was typed meanwhile, and whether Enter ended it. */
export function takeTyping(by: TypingOwner): { text: string; isEntered: boolean } {
  if (owner !== by) return { text: '', isEntered: false };
  stop();
  const taken = { text: typed, isEntered };
  typed = '';
  isEntered = false;
  return taken;
}
