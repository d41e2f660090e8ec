import { ID_KINDS, type Id, type IdKind } from '../contract/ids.ts';
import type { Clock } from './clock.ts';

export type IdSource = (kind: IdKind) => Id;

const PER_MILLISECOND = 10_000;

/**
 * 18 digits: kind, milliseconds (13), sequence (4). Unique and ascending within a process, even when the
 * clock steps back.
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
