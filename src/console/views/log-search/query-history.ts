import { storage } from '../../lib/storage.ts';
import { createStore } from '../../lib/store.ts';

/** Separate from other keys, which the first screen loads. */
const KEY = 'penstock.logQueries';
const KEPT = 30;

function readStored(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(storage.read(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

/** Queries run in this browser, latest first. */
export const queryHistory = createStore<readonly string[]>(readStored());

export function rememberQuery(query: string): void {
  const text = query.trim();
  if (text === '' || queryHistory.get()[0] === text) return;
  const next = [text, ...queryHistory.get().filter((one) => one !== text)].slice(0, KEPT);
  queryHistory.set(next);
  storage.write(KEY, JSON.stringify(next));
}
