import { isRecord } from '../../../../contract/values.ts';

/** Readers of configuration values, which are `unknown` until the service has validated them. */

export const toText = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';

export const toNumber = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;

export const toTexts = (value: unknown): string[] => (Array.isArray(value) ? value.map(toText) : []);

export const toRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

export const toRecords = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map(toRecord) : [];

export const toTextMap = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(toRecord(value)).map(([key, entry]) => [key, toText(entry)]));

/** A copy with the key set, or removed for `undefined`. */
export function setPropertyValue(
  values: Record<string, unknown>,
  name: string,
  value: unknown,
): Record<string, unknown> {
  const { [name]: _dropped, ...rest } = values;
  return value === undefined ? rest : { ...values, [name]: value };
}
