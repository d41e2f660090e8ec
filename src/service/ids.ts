import { ID_KINDS, type Id, type IdKind } from '../contract/ids.ts';

export type Clock = () => number;
export type IdSource = (kind: IdKind) => Id;

const PER_MILLISECOND = 10_000;

/**
 * Identifiers of 18 digits: kind, milliseconds (13), sequence (4). Ids of one process are unique and
 * ascend, also when the clock steps back.
 */
export function createIds(clock: Clock): IdSource {
  let last = 0;
  let sequence = 0;
  return (kind) => {
    const now = clock();
    if (now > last) {
      last = now;
      sequence = Math.floor(Math.random() * 1000);
    } else if (++sequence >= PER_MILLISECOND) {
      last += 1;
      sequence = 0;
    }
    return `${ID_KINDS[kind]}${String(last).padStart(13, '0')}${String(sequence).padStart(4, '0')}`;
  };
}

/** Milliseconds as RFC 3339; 0 is the empty time (R9-35). */
export const toTime = (ms: number): string =>
  ms === 0 ? '0001-01-01T00:00:00Z' : new Date(ms).toISOString();
