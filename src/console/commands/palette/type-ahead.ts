/** Longer than the palette takes to load. After that, keys belong to the screen again. */
const GIVE_UP_MS = 3000;

let typed = '';
/** Enter ended the text. */
let isEntered = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let cancel: () => void = () => undefined;

const stop = (): void => {
  clearTimeout(timer);
  timer = undefined;
  window.removeEventListener('keydown', hold, true);
};

function hold(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
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
 * Captures typing until the palette's field has focus, so that early letters do not run shortcuts of the
 * screen behind.
 */
export function holdTyping(onCancel: () => void): void {
  // The shell opens the palette again after mounting: keep the text.
  if (timer === undefined) {
    typed = '';
    isEntered = false;
  }
  stop();
  cancel = onCancel;
  window.addEventListener('keydown', hold, true);
  timer = setTimeout(stop, GIVE_UP_MS);
}

/** What was typed meanwhile, and whether Enter ended it. */
export function takeTyping(): { text: string; isEntered: boolean } {
  stop();
  const taken = { text: typed, isEntered };
  typed = '';
  isEntered = false;
  return taken;
}
