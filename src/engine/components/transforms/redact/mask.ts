import { createHmac, hash } from 'node:crypto';
import { Finder } from './finder.ts';
import type { RedactRule } from './schema.ts';

/** What stands in the place of what was found. */
export type Mask = (buf: Buffer, start: number, end: number) => string;

/** More digits than a card number has, so that a hash cannot be taken for one. */
const HASH_DIGITS = 20;

const hashOf = (bytes: Buffer, key: string | undefined): string =>
  (key === undefined
    ? hash('sha256', bytes, 'hex')
    : createHmac('sha256', key).update(bytes).digest('hex')
  ).slice(0, HASH_DIGITS);

const labelOf = ({ find }: RedactRule): string => (find === 'pattern' ? 'redacted' : find);

/** A star for each character. */
export const hideAll: Mask = (buf, start, end) =>
  '*'.repeat(Array.from(buf.toString('utf8', start, end)).length);

/** Keeps at most half of the characters, and none if what is left would still be found. */
function partialMask(rule: RedactRule): Mask {
  if (rule.find === 'secret') return hideAll;
  const finder = rule.find === 'pattern' ? null : new Finder([rule]);
  return (buf, start, end) => {
    const chars = Array.from(buf.toString('utf8', start, end));
    const most = Math.floor(chars.length / 2);
    const last = Math.min(rule.keepLast, most);
    const first = Math.min(rule.keepFirst, most - last);
    const hidden = '*'.repeat(chars.length - first - last);
    const text = chars.slice(0, first).join('') + hidden + chars.slice(chars.length - last).join('');
    const bytes = Buffer.from(text);
    return finder?.search(bytes, 0, bytes.length) ? '*'.repeat(chars.length) : text;
  };
}

export function maskOf(rule: RedactRule, hashKey: string | undefined): Mask {
  if (rule.action === 'partial') return partialMask(rule);
  const label = labelOf(rule);
  if (rule.action === 'hash')
    return (buf, start, end) => `[${label}#${hashOf(buf.subarray(start, end), hashKey)}]`;
  const text = rule.replacement ?? `[${label}]`;
  return () => text;
}
