import { sessionStore } from '../lib/storage.ts';
import { createStore } from '../lib/store.ts';

const KEY = 'penstock.assistant.open';

/** Whether the assistant stands beside the screen; kept over a reload of the tab. */
export const isAssistantOpen = createStore(sessionStore.read(KEY) === '1');

isAssistantOpen.subscribe(() => {
  if (isAssistantOpen.get()) sessionStore.write(KEY, '1');
  else sessionStore.remove(KEY);
});

const PANEL = '[data-assistant]';

/** Where the focus goes back to when the panel is closed. */
let cameFrom: HTMLElement | undefined;

/** Opens the panel or takes the focus to it; from inside it, closes it and gives the focus back. */
export function toggleAssistant(): void {
  const { activeElement } = document;
  if (isAssistantOpen.get() && activeElement?.closest(PANEL)) {
    isAssistantOpen.set(false);
    (cameFrom?.isConnected ? cameFrom : document.getElementById('content'))?.focus();
    return;
  }
  if (activeElement instanceof HTMLElement && activeElement !== document.body) cameFrom = activeElement;
  if (isAssistantOpen.get()) document.querySelector<HTMLElement>(`${PANEL} textarea`)?.focus();
  else isAssistantOpen.set(true);
}
