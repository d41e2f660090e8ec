import { holdKeys } from '../../lib/held-keys.ts';
import { isAssistantOpen } from '../../state/assistant-panel.ts';

const PANEL = '[data-assistant]';

/** Gets the focus back when the panel closes. */
let cameFrom: HTMLElement | undefined;
let isFocusWanted = false;

/** Opens the panel or focuses it; from inside, closes it and returns the focus. */
export function toggleAssistant(): void {
  const { activeElement } = document;
  if (isAssistantOpen.get() && activeElement?.closest(PANEL)) {
    isAssistantOpen.set(false);
    (cameFrom?.isConnected ? cameFrom : document.getElementById('content'))?.focus();
    return;
  }
  if (activeElement instanceof HTMLElement && activeElement !== document.body) cameFrom = activeElement;
  const field = document.querySelector<HTMLElement>(`${PANEL} textarea`);
  if (field) {
    field.focus();
    return;
  }
  isFocusWanted = true;
  holdKeys('assistant', () => isAssistantOpen.set(false));
  isAssistantOpen.set(true);
}

/** Whether the panel was just requested. After a reload the focus stays on the screen. */
export function takeFocusWish(): boolean {
  const isWanted = isFocusWanted;
  isFocusWanted = false;
  return isWanted;
}
