import { isRecord } from '../../../../contract/values.ts';

/** Readers of configuration values, which are `unknown` until the service has validated them. */

export const asText = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';

export const asNumber = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;

export const asTexts = (value: unknown): string[] => (Array.isArray(value) ? value.map(asText) : []);

export const asRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

export const asRecords = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map(asRecord) : [];

export const asTextMap = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(asRecord(value)).map(([key, entry]) => [key, asText(entry)]));

/** A copy with the key set, or removed for `undefined`. */
export function withValue(
  values: Record<string, unknown>,
  name: string,
  value: unknown,
): Record<string, unknown> {
  const { [name]: _dropped, ...rest } = values;
  return value === undefined ? rest : { ...values, [name]: value };
}
