/** What opens with a text field of its own, by code that loads then. */
export type TypingOwner = 'palette' | 'assistant';

/** Longer than its code takes to load. After that, keys belong to the screen again. */
const GIVE_UP_MS = 3000;

let owner: TypingOwner | undefined;
let typed = '';
/** Enter ended the text. */
let isEntered = false;
let timer: ReturnType<typeof setTimeout> | undefined;
/** What had the focus when it was opened. */
let opener: Element | null = null;
let cancel: () => void = () => undefined;

const stop = (): void => {
  clearTimeout(timer);
  timer = undefined;
  window.removeEventListener('keydown', hold, true);
};

/** Somebody has gone to a button, such as Close, whose keys are its own. */
const isOfButton = ({ target }: KeyboardEvent): boolean =>
  target !== opener && target instanceof Element && target.matches('button, a[href]');

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

/**
 * Captures typing until the field of what opens has focus, so that early letters do not run shortcuts of the
 * screen behind.
 */
export function holdTyping(by: TypingOwner, onCancel: () => void): void {
  // The shell opens it again after mounting: keep the text.
  if (timer === undefined || owner !== by) {
    typed = '';
    isEntered = false;
  }
  stop();
  opener = document.activeElement;
  owner = by;
  cancel = onCancel;
  window.addEventListener('keydown', hold, true);
  timer = setTimeout(stop, GIVE_UP_MS);
}

/** What was typed for it meanwhile, and whether Enter ended it. */
export function takeTyping(by: TypingOwner): { text: string; isEntered: boolean } {
  if (owner !== by) return { text: '', isEntered: false };
  stop();
  const taken = { text: typed, isEntered };
  typed = '';
  isEntered = false;
  return taken;
}
