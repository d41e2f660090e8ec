import { hash } from 'node:crypto';
import type { Batch } from '../../event/batch.ts';
import type { Path } from '../../event/path.ts';

/** Longer keys are hashed, to bound memory. */
const LONGEST_KEY = 128;
const MISSING = '-';

export const shortKey = (key: string): string =>
  key.length <= LONGEST_KEY ? key : `#${hash('sha256', key, 'base64')}`;

export const keyOfBytes = (bytes: Buffer): string =>
  bytes.length <= LONGEST_KEY ? bytes.toString('latin1') : `#${hash('sha256', bytes, 'base64')}`;

/**
 * A missing field differs from every text. Null when all are missing. Without fields, all events share one
 * key.
 */
export function keyReader(fields: readonly Path[]): (batch: Batch, event: number) => string | null {
  const [only] = fields;
  if (only === undefined) return () => '';
  if (fields.length === 1)
    return (batch, event) => {
      const member = batch.get(event, only);
      return member < 0 ? null : shortKey(batch.text(member));
    };
  return (batch, event) => {
    let key = '';
    let found = 0;
    for (let i = 0; i < fields.length; i++) {
      const member = batch.get(event, fields[i]!);
      if (member < 0) {
        key += MISSING;
        continue;
      }
      found++;
      const text = batch.text(member);
      key += `${text.length}:${text}`;
    }
    return found === 0 ? null : shortKey(key);
  };
}
