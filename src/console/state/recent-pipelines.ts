import { STORAGE_KEYS, storage } from '../lib/storage.ts';
import { createStore } from '../lib/store.ts';

const KEPT = 8;

const read = (): readonly string[] => {
  try {
    const ids: unknown = JSON.parse(storage.read(STORAGE_KEYS.recentPipelines) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string').slice(0, KEPT) : [];
  } catch {
    return [];
  }
};

/** Most recent first. */
export const recentPipelineIds = createStore<readonly string[]>(read());

export function rememberPipeline(id: string): void {
  const now = recentPipelineIds.get();
  if (now[0] === id) return;
  const ids = [id, ...now.filter((other) => other !== id)].slice(0, KEPT);
  storage.write(STORAGE_KEYS.recentPipelines, JSON.stringify(ids));
  recentPipelineIds.set(ids);
}
