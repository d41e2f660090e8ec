import { sessionStore } from '../lib/storage.ts';
import { createStore } from '../lib/store.ts';

const KEY = 'penstock.assistant.open';

/** Whether the assistant is open; kept over a reload of the tab. */
export const isAssistantOpen = createStore(sessionStore.read(KEY) === '1');

isAssistantOpen.subscribe(() => {
  if (isAssistantOpen.get()) sessionStore.write(KEY, '1');
  else sessionStore.remove(KEY);
});
