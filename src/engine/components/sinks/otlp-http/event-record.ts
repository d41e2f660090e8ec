import { RECORD_FIELDS } from '../../shared/otlp/event-fields.ts';
import { isSeverityNumber } from '../../shared/otlp/severity.ts';
import { parseNanos } from '../../shared/outbound/event-time.ts';
import { type Attribute, type LogRecord, type Scope, toAttributes } from './log-record.ts';

type Fields = Record<string, unknown>;

const MAX_UINT32 = 2 ** 32;
const SCOPE_PARTS = new Set(['name', 'version', 'attributes']);
const LONG_NUMBER = /\d{16}/;

/** Integers that a double cannot represent become bigint. */
export function parseExactly(json: string): unknown {
  if (!LONG_NUMBER.test(json)) return JSON.parse(json);
  return JSON.parse(json, (_name, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
      ? BigInt(context?.source ?? 0)
      : value,
  );
}

const isMap = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';

const isScope = (value: unknown): value is { name?: string; version?: string; attributes?: Fields } =>
  isMap(value) &&
  Object.entries(value).every(
    ([name, part]) => SCOPE_PARTS.has(name) && (name === 'attributes' ? isMap(part) : isText(part)),
  );

const isId =
  (length: number) =>
  (value: unknown): value is string =>
    isText(value) && value.length === length && /^[0-9a-f]+$/.test(value) && !/^0+$/.test(value);
const isTraceId = isId(32);
const isSpanId = isId(16);

/** Removes and returns a field of the expected type; others stay attributes. */
function take<T>(fields: Fields, name: string, is: (value: unknown) => value is T): T | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!is(value)) return undefined;
  delete fields[name];
  return value;
}

const isFlags = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < MAX_UINT32;
const isTime = (value: unknown): value is string => isText(value) && parseNanos(value) !== null;

export function takeRecordParts(fields: Fields): Partial<LogRecord> {
  const observed = take(fields, RECORD_FIELDS.observed, isTime);
  const severityNumber = take(fields, RECORD_FIELDS.severityNumber, isSeverityNumber);
  const flags = take(fields, RECORD_FIELDS.flags, isFlags);
  const traceId = take(fields, RECORD_FIELDS.traceId, isTraceId);
  const spanId = take(fields, RECORD_FIELDS.spanId, isSpanId);
  const eventName = take(fields, RECORD_FIELDS.eventName, isText);
  return {
    ...(observed !== undefined && { observedTimeUnixNano: String(parseNanos(observed)) }),
    ...(severityNumber !== undefined && { severityNumber }),
    ...(flags !== undefined && { flags }),
    ...(traceId !== undefined && { traceId }),
    ...(spanId !== undefined && { spanId }),
    ...(eventName !== undefined && { eventName }),
  };
}

export function takeOrigin(fields: Fields): { resource: Fields; scope: Scope } {
  const resource = take(fields, RECORD_FIELDS.resource, isMap) ?? {};
  const { attributes, ...named } = take(fields, RECORD_FIELDS.scope, isScope) ?? { name: 'penstock' };
  return { resource, scope: { ...named, ...(attributes && { attributes: toAttributes(attributes) }) } };
}

/** Attributes renamed when the record became an event. */
export const takeOverruled = (fields: Fields): Attribute[] =>
  toAttributes(take(fields, RECORD_FIELDS.overruled, isMap) ?? {});
