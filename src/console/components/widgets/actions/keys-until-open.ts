const POPUP = '[role="dialog"], [role="listbox"], [role="menu"]';
/** For popups that never take the focus. Afterwards keys belong to the screen again. */
const FOCUS_MS = 3000;
const MODIFIERS = ['Control', 'Shift', 'Alt', 'AltGraph', 'Meta'];

const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

/** Also does what the browser itself does for a trusted key: presses a button, writes into a field. */
function giveKey(key: string): void {
  const target = document.activeElement;
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  if (!target?.dispatchEvent(event)) return;
  if (target instanceof HTMLButtonElement && (key === 'Enter' || key === ' ')) target.click();
  if (key.length !== 1 || !(target instanceof HTMLInputElement)) return;
  target.setRangeText(key, target.selectionStart ?? 0, target.selectionEnd ?? 0, 'end');
  target.dispatchEvent(new InputEvent('input', { bubbles: true, data: key, inputType: 'insertText' }));
}

export type HeldKeys = {
  /** The popup is mounted: gives it the keys once it has the focus. */
  giveOnFocus: () => void;
  stop: () => void;
};

/**
 * Holds keys while a popup loads and opens, so that they run no command of the screen, and then presses them in it.
 * For the one field of a palette or form, `commands/keys/type-ahead.ts` holds the text alone.
 * @param onCancel Escape before the popup was mounted, or a key with Ctrl or Cmd
 */
export function holdKeysUntilOpen(onCancel: () => void): HeldKeys {
  // The button that opens the popup may be in a dialog itself.
  const from = document.activeElement;
  let keys: string[] = [];
  let isGiving = false;
  let isMounted = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stop = () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', hold, true);
    window.removeEventListener('pointerdown', stop, true);
    document.removeEventListener('focusin', focused);
    keys = [];
  };
  function hold(event: KeyboardEvent): void {
    const { key } = event;
    if (isGiving || event.isComposing || event.altKey || MODIFIERS.includes(key)) return;
    // It opens something else, such as the palette, which what follows is meant for.
    if (event.ctrlKey || event.metaKey) {
      stop();
      onCancel();
      return;
    }
    if (key === 'Tab' || (key === 'Escape' && isMounted)) {
      stop();
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (key !== 'Escape') keys.push(key);
    else {
      stop();
      onCancel();
    }
  }
  async function give(): Promise<void> {
    // A list may pass the focus on to its search.
    await nextFrame();
    for (let key = keys.shift(); key !== undefined; key = keys.shift()) {
      isGiving = true;
      giveKey(key);
      isGiving = false;
      // An arrow or Enter acts on what the key before has found.
      await nextFrame();
    }
    stop();
  }
  function focused({ target }: FocusEvent): void {
    const popup = target instanceof Element ? target.closest(POPUP) : null;
    if (!popup || popup.contains(from)) return;
    document.removeEventListener('focusin', focused);
    clearTimeout(timer);
    void give();
  }

  window.addEventListener('keydown', hold, true);
  window.addEventListener('pointerdown', stop, true);
  return {
    giveOnFocus: () => {
      isMounted = true;
      timer = setTimeout(stop, FOCUS_MS);
      document.addEventListener('focusin', focused);
    },
    stop,
  };
}
