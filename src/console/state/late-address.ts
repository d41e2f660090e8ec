/** Longer than most people take between two letters. */
const PAUSE_MS = 300;

let waiting: { write: () => void; timer: ReturnType<typeof setTimeout> } | undefined;

function stop(): (() => void) | undefined {
  if (!waiting) return undefined;
  const { write, timer } = waiting;
  clearTimeout(timer);
  waiting = undefined;
  for (const event of ENDS) window.removeEventListener(event, end, true);
  return write;
}

/** Writes what waits. Called before any other change of the address, or it would be written to another one. */
export const writeAddressNow = (): void => stop()?.();

/** After these the address may be left, copied or read. */
const ENDS = ['keydown', 'pointerdown', 'focusout', 'pagehide'] as const;

/** Letters are typed on; a key that does something ends the typing, as Enter, Escape and shortcuts do. */
const isTyped = (event: Event): boolean =>
  event instanceof KeyboardEvent &&
  !(event.altKey || event.ctrlKey || event.metaKey) &&
  (event.key.length === 1 || event.key === 'Backspace' || event.key === 'Delete' || event.key === 'Shift');

const end = (event: Event): void => {
  if (!isTyped(event)) writeAddressNow();
};

/**
 * Changes the address once nothing was typed for a moment, since all that depends on the address renders with it.
 * @param write replaces the one that waits
 */
export function writeAddressSoon(write: () => void): void {
  stop();
  waiting = { write, timer: setTimeout(writeAddressNow, PAUSE_MS) };
  for (const event of ENDS) window.addEventListener(event, end, true);
}

/** Forgets what waits. */
export const dropLateAddress = (): void => void stop();
