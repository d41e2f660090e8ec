import { CALL_TIMEOUT_MS } from '../../contract/limits.ts';

/** What loads or opens after a key, and gets the keys pressed until then. */
export type KeyOwner = 'palette' | 'assistant' | 'form' | 'popup';

/** For owners that may not open, or never take the focus. Afterwards keys belong to the screen again. */
const BRIEFLY_MS = 3000;
const CHARACTER = /^.$/su;
/** Not Tab, nor keys of the browser, such as F5. */
const HELD = /^(.|Enter|Escape|Backspace|Delete|Home|End|Arrow.+|Page.+)$/su;
const POPUP = '[role="dialog"], [role="listbox"], [role="menu"]';
/** Buttons of the opened owner, such as Close, whose keys are their own. */
const OPENED_BUTTON = ':is([data-assistant], [role="dialog"]) :is(button, a[href])';

type Hold = {
  owner: KeyOwner;
  keys: string[];
  /** Focused element when it was opened. */
  opener: Element | null;
  /** Absent once it is open: Escape is its own. */
  cancel?: (() => void) | undefined;
  /** Absent once no more keys are held; those held before can still be taken. */
  timer?: ReturnType<typeof setTimeout> | undefined;
};

let held: Hold | undefined;
let isPressing = false;

const isHolding = (hold: Hold): boolean => held === hold && hold.timer !== undefined;

function stop(): void {
  clearTimeout(held?.timer);
  if (held) held.timer = undefined;
  window.removeEventListener('keydown', hear, true);
  window.removeEventListener('pointerdown', stop, true);
}

function release(): void {
  stop();
  held = undefined;
}

function abandon({ cancel }: Hold): void {
  release();
  cancel?.();
}

function hear(event: KeyboardEvent): void {
  const { key, target } = event;
  if (!held || isPressing || event.isComposing || event.altKey || !HELD.test(key)) return;
  if (event.ctrlKey || event.metaKey) {
    // A list or menu would close at what the chord opens, such as the palette.
    if (held.owner === 'popup') abandon(held);
    return;
  }
  // The user moved to a button. A new screen takes the focus by itself.
  const isOfButton = target !== held.opener && target instanceof Element && target.matches(OPENED_BUTTON);
  if (isOfButton || (key === 'Escape' && !held.cancel)) {
    stop();
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  if (key === 'Escape') abandon(held);
  else held.keys.push(key);
}

function stopAfter(hold: Hold, milliseconds: number): void {
  clearTimeout(hold.timer);
  hold.timer = setTimeout(stop, milliseconds);
}

/**
 * Holds keys while something loads and opens, so that they run no command of the screen behind it. Ends at a
 * press of the pointer. Loading takes as long as the network; on failure the owner takes the text.
 * @param onCancel Escape before it is open or, for a popup, a key with Ctrl or Cmd
 * @returns lets go of the keys, unless something else holds them now
 */
export function holdKeys(owner: KeyOwner, onCancel: () => void): () => void {
  // The shell reopens it after mounting: keep the text.
  const keys = held && isHolding(held) && held.owner === owner ? held.keys : [];
  stop();
  const hold: Hold = { owner, keys, opener: document.activeElement, cancel: onCancel };
  held = hold;
  window.addEventListener('keydown', hear, true);
  window.addEventListener('pointerdown', stop, true);
  stopAfter(hold, CALL_TIMEOUT_MS);
  return () => {
    if (held === hold) release();
  };
}

/** It may not open, or its field is not ready yet. */
export function holdKeysBriefly(owner: KeyOwner): void {
  if (held && isHolding(held) && held.owner === owner) stopAfter(held, BRIEFLY_MS);
}

/** For an owner with one field: what was typed meanwhile, and whether Enter was pressed. Ends the hold. */
export function takeHeldText(owner: KeyOwner): { text: string; isEntered: boolean } {
  if (held?.owner !== owner) return { text: '', isEntered: false };
  const { keys } = held;
  release();
  let text = '';
  for (const key of keys) {
    if (key === 'Backspace') text = text.slice(0, -1);
    else if (CHARACTER.test(key)) text += key;
  }
  return { text, isEntered: keys.includes('Enter') };
}

/**
 * Presses a key where the focus is. Does what the browser itself does for a trusted key: presses a button,
 * writes into a field, so that it gets input events and undo works.
 */
export function pressKey(key: string): void {
  const target = document.activeElement;
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  if (!target?.dispatchEvent(event)) return;
  if (target instanceof HTMLButtonElement && (key === 'Enter' || key === ' ')) target.click();
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (isField && CHARACTER.test(key)) document.execCommand('insertText', false, key);
}

const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

async function giveKeys(hold: Hold): Promise<void> {
  // A list may pass the focus on to its search.
  await nextFrame();
  while (isHolding(hold)) {
    const key = hold.keys.shift();
    if (key === undefined) break;
    isPressing = true;
    pressKey(key);
    isPressing = false;
    // An arrow or Enter acts on what the key before has found.
    await nextFrame();
  }
  if (held === hold) release();
}

/** The popup is mounted: presses the keys in it once it has the focus. */
export function giveKeysOnFocus(): void {
  const hold = held;
  if (hold?.owner !== 'popup') return;
  hold.cancel = undefined;
  holdKeysBriefly('popup');
  const focused = ({ target }: FocusEvent) => {
    const popup = target instanceof Element ? target.closest(POPUP) : null;
    // The button that opens the popup may be in a dialog itself.
    if (isHolding(hold) && (!popup || popup.contains(hold.opener))) return;
    document.removeEventListener('focusin', focused);
    void giveKeys(hold);
  };
  document.addEventListener('focusin', focused);
}
