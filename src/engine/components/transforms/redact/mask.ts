import { createHmac, hash } from 'node:crypto';
import { Finder } from './finder.ts';
import type { RedactRule } from './schema.ts';

export type Mask = (buf: Buffer, start: number, end: number) => string;

/** Longer than a card number, so that a hash does not look like one. */
const HASH_DIGITS = 20;

const hashBytes = (bytes: Buffer, key: string | undefined): string =>
  (key === undefined
    ? hash('sha256', bytes, 'hex')
    : createHmac('sha256', key).update(bytes).digest('hex')
  ).slice(0, HASH_DIGITS);

const getLabel = ({ find }: RedactRule): string => (find === 'pattern' ? 'redacted' : find);

export const hideAll: Mask = (buf, start, end) =>
  '*'.repeat(Array.from(buf.toString('utf8', start, end)).length);

/** Keeps at most half of the characters, and none if the rest would still match. */
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

export function createMask(rule: RedactRule, hashKey: string | undefined): Mask {
  if (rule.action === 'partial') return partialMask(rule);
  const label = getLabel(rule);
  if (rule.action === 'hash')
    return (buf, start, end) => `[${label}#${hashBytes(buf.subarray(start, end), hashKey)}]`;
  const text = rule.replacement ?? `[${label}]`;
  return () => text;
}
