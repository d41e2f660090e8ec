import { createHash } from 'node:crypto';
import { isRecord } from '../../contract/values.ts';
import type { Sealer } from '../store/sealing.ts';

const FIELD = 'text';

/** Configurations name secrets, so they are sealed. */
export const sealText = (sealer: Sealer, text: string): string =>
  text === '' ? '' : JSON.stringify(sealer.seal({ [FIELD]: text }, [FIELD]));

export function openText(sealer: Sealer, stored: string): string {
  if (stored === '') return '';
  const { [FIELD]: text } = sealer.open(JSON.parse(stored) as Record<string, unknown>);
  return typeof text === 'string' ? text : '';
}

/** What an agent repeats when it has applied the content. */
export const hashContent = (content: string): string => createHash('sha256').update(content).digest('hex');

const SECRET_KEY =
  /pass(word|phrase|wd)?$|secret|token$|api_?key|authorization|credential|private_?key|access_?key|_pem$/i;
const MASK = '(masked)';

/** Keys in order, and values of what looks like a secret masked: agents report variables with their values. */
export function normalizeConfig(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => normalizeConfig(item, key));
  if (isRecord(value)) {
    // A header in the longer form, which Collectors report.
    const { name: header } = value;
    if (typeof header === 'string' && SECRET_KEY.test(header) && 'value' in value)
      return { ...value, value: MASK };
    return Object.fromEntries(
      Object.keys(value)
        .sort()
        .map((name) => [name, normalizeConfig(value[name], name)]),
    );
  }
  const isSecret = SECRET_KEY.test(key) && (typeof value === 'string' || typeof value === 'number');
  return isSecret ? MASK : value;
}
