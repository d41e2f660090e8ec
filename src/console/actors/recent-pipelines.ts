import { createStore } from '../commands/store.ts';
import { STORAGE_KEYS, storage } from './storage.ts';

const KEPT = 8;

const read = (): readonly string[] => {
  try {
    const ids: unknown = JSON.parse(storage.read(STORAGE_KEYS.recentPipelines) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string').slice(0, KEPT) : [];
  } catch {
    return [];
  }
};

/** Ids of the pipelines opened last, latest first. */
export const recentPipelineIds = createStore<readonly string[]>(read());

/** Remembers that a pipeline was opened. */
export function rememberPipeline(id: string): void {
  const now = recentPipelineIds.get();
  if (now[0] === id) return;
  const ids = [id, ...now.filter((other) => other !== id)].slice(0, KEPT);
  storage.write(STORAGE_KEYS.recentPipelines, JSON.stringify(ids));
  recentPipelineIds.set(ids);
}
