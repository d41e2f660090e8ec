import { sessionStore } from '../lib/storage.ts';
import { createStore } from '../lib/store.ts';

const KEY = 'penstock.tour.step';

const readStep = (): number | undefined => {
  const stored = Number.parseInt(sessionStore.read(KEY) ?? '', 10);
  return stored >= 0 ? stored : undefined;
};

/** Step of the running tour, from 0; kept over a reload of the tab. */
export const tourStep = createStore<number | undefined>(readStep());

tourStep.subscribe(() => {
  const step = tourStep.get();
  if (step === undefined) sessionStore.remove(KEY);
  else sessionStore.write(KEY, String(step));
});

/** Whether this person started the tour before; undefined until preferences are read. */
export const isTourSeen = createStore<boolean | undefined>(undefined);
