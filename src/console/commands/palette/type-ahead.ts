/** Longer than the palette's code takes to come; what is typed then belongs to the screen again. */
const GIVE_UP_MS = 3000;

let typed = '';
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
  else if (event.key !== 'Enter') return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * Keeps what is typed from the moment the palette is asked for until its field has the focus: a letter
 * pressed too early must not run the command it stands for on the screen behind.
 */
export function holdTyping(onCancel: () => void): void {
  // Asked for before the shell stood, and again by it: it is the same text.
  if (timer === undefined) typed = '';
  stop();
  cancel = onCancel;
  window.addEventListener('keydown', hold, true);
  timer = setTimeout(stop, GIVE_UP_MS);
}

/** What was typed meanwhile; from here on the field takes the keys itself. */
export function takeTyping(): string {
  stop();
  const text = typed;
  typed = '';
  return text;
}
