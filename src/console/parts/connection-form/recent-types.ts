import { STORAGE_KEYS, storage } from '../../actors/storage.ts';
import type { ConnectionKind } from './kinds.ts';

const KEPT = 3;

const keyOf = (kind: ConnectionKind): string => `${STORAGE_KEYS.recentTypes}${kind}`;

/** Ids of the types chosen last for new sources or destinations, latest first. */
export function recentTypes(kind: ConnectionKind): readonly string[] {
  try {
    const ids: unknown = JSON.parse(storage.read(keyOf(kind)) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string').slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

/** Remembers that somebody chose the type. */
export function rememberType(kind: ConnectionKind, id: string): void {
  const ids = [id, ...recentTypes(kind).filter((other) => other !== id)].slice(0, KEPT);
  storage.write(keyOf(kind), JSON.stringify(ids));
}
