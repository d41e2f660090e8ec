import { createHash } from 'node:crypto';
import { isRecord } from '../../contract/values.ts';
import type { Sealer } from '../store/sealing.ts';

const FIELD = 'text';

/** Sealed, since configurations contain secrets. */
export const sealText = (sealer: Sealer, text: string): string =>
  text === '' ? '' : JSON.stringify(sealer.seal({ [FIELD]: text }, [FIELD]));

export function openText(sealer: Sealer, stored: string): string {
  if (stored === '') return '';
  const { [FIELD]: text } = sealer.open(JSON.parse(stored) as Record<string, unknown>);
  return typeof text === 'string' ? text : '';
}

/** Repeated by an agent that applied the content. */
export const hashContent = (content: string): string => createHash('sha256').update(content).digest('hex');

const SECRET_KEY =
  /pass(word|phrase|wd)?$|secret|token$|api_?key|authorization|credential|private_?key|access_?key|_pem$/i;
const MASK = '(masked)';

/** Ordered keys, masked secrets: agents report variables with their values. */
export function normalizeConfig(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => normalizeConfig(item, key));
  if (isRecord(value)) {
    // A header in the longer form that Collectors report.
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
