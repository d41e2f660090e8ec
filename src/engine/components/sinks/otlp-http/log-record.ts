/** Log records in the shape of OTLP JSON, used for both encodings. */

export type AnyValue =
  | { stringValue: string }
  | { boolValue: boolean }
  | { intValue: string }
  | { doubleValue: number }
  | { arrayValue: { values: AnyValue[] } }
  | { kvlistValue: { values: Attribute[] } }
  | Record<string, never>;

export type Attribute = { key: string; value: AnyValue };

export type LogRecord = {
  timeUnixNano?: string;
  observedTimeUnixNano: string;
  severityNumber: number;
  severityText?: string;
  body?: AnyValue;
  attributes?: Attribute[];
  flags?: number;
  traceId?: string;
  spanId?: string;
  eventName?: string;
};

export type Scope = { name?: string; version?: string; attributes?: Attribute[] };

export type RecordGroup = { resource: Attribute[]; scope: Scope; records: LogRecord[] };

const MAX_INT64 = 2n ** 63n;

export function anyValue(value: unknown): AnyValue {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'bigint')
    return value < MAX_INT64 && value >= -MAX_INT64
      ? { intValue: String(value) }
      : { doubleValue: Number(value) };
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  return typeof value === 'object' && value !== null ? { kvlistValue: { values: toAttributes(value) } } : {};
}

export const toAttributes = (object: object): Attribute[] =>
  Object.entries(object).map(([key, value]) => ({ key, value: anyValue(value) }));
