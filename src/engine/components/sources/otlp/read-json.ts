import { MAX_VALUE_DEPTH } from '../../shared/otlp/event-fields.ts';
import {
  doubleText,
  type Entry,
  type LogRecord,
  MalformedRequest,
  objectText,
  type Scope,
  sharedMembers,
} from './record.ts';

/** OTLP in JSON: names in lowerCamelCase, 64-bit numbers as texts, ids in hexadecimal digits. */

type Json = Record<string, unknown>;
const EMPTY: Json = {};
const INTEGER = /^-?\d{1,20}$/;

const refuse = (name: string, what: string): never => {
  throw new MalformedRequest(`${name} must be ${what}`);
};

function objectAt(parent: Json, name: string): Json {
  const value = parent[name];
  if (value === undefined || value === null) return EMPTY;
  return isObject(value) ? value : refuse(name, 'an object');
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function listAt(parent: Json, name: string): Json[] {
  const value = parent[name];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return refuse(name, 'a list');
  for (const one of value) if (!isObject(one)) refuse(name, 'a list of objects');
  return value;
}

function textAt(parent: Json, name: string): string {
  const value = parent[name];
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : refuse(name, 'a text');
}

/** The digits of a whole number that is written as a number or a text. */
function digitsOf(name: string, value: unknown): string {
  if (typeof value === 'string' && INTEGER.test(value)) return String(BigInt(value));
  return Number.isSafeInteger(value) ? String(value) : refuse(name, 'a whole number');
}

function nanosAt(parent: Json, name: string): bigint {
  const value = parent[name];
  if (value === undefined || value === null || value === '') return 0n;
  // Time as a number has lost its last digits already, and is taken as it is.
  const nanos = BigInt(typeof value === 'number' && Number.isInteger(value) ? value : digitsOf(name, value));
  return nanos >= 0n && nanos < 1n << 64n ? nanos : refuse(name, 'a time of 64 bits');
}

function numberAt(parent: Json, name: string): number {
  const value = parent[name];
  return value === undefined || value === null ? 0 : Number(digitsOf(name, value));
}

function idAt(parent: Json, name: string, length: number): string {
  const id = textAt(parent, name).toLowerCase();
  if (id !== '' && (id.length !== length || !/^[0-9a-f]+$/.test(id)))
    refuse(name, `${length} hexadecimal digits`);
  return /^0*$/.test(id) ? '' : id;
}

function doubleOf(value: unknown): string {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || (Number.isNaN(number) && value !== 'NaN'))
    return refuse('doubleValue', 'a number');
  return doubleText(number);
}

function valueText(value: unknown, depth: number): string {
  if (depth > MAX_VALUE_DEPTH)
    throw new MalformedRequest(`Values are nested more than ${MAX_VALUE_DEPTH} deep`);
  if (value === undefined || value === null) return 'null';
  if (!isObject(value)) return refuse('value', 'an object such as {"stringValue":"…"}');
  if (value.stringValue !== undefined) return JSON.stringify(textAt(value, 'stringValue'));
  if (typeof value.boolValue === 'boolean') return String(value.boolValue);
  if (value.intValue !== undefined) return digitsOf('intValue', value.intValue);
  if (value.doubleValue !== undefined) return doubleOf(value.doubleValue);
  if (value.arrayValue !== undefined) {
    const values = listAt(objectAt(value, 'arrayValue'), 'values');
    return `[${values.map((one) => valueText(one, depth + 1)).join(',')}]`;
  }
  if (value.kvlistValue !== undefined)
    return objectText(entriesAt(objectAt(value, 'kvlistValue'), 'values', depth + 1));
  return value.bytesValue === undefined ? 'null' : JSON.stringify(textAt(value, 'bytesValue'));
}

const entriesAt = (parent: Json, name: string, depth: number): Entry[] =>
  listAt(parent, name).map((entry) => [textAt(entry, 'key'), valueText(entry.value, depth)]);

function bodyOf(value: unknown): LogRecord['body'] {
  if (value === undefined || value === null) return null;
  if (isObject(value) && value.kvlistValue !== undefined && value.stringValue === undefined)
    return entriesAt(objectAt(value, 'kvlistValue'), 'values', 1);
  return valueText(value, 0);
}

const recordOf = (record: Json): LogRecord => ({
  timeUnixNano: nanosAt(record, 'timeUnixNano'),
  observedTimeUnixNano: nanosAt(record, 'observedTimeUnixNano'),
  severityNumber: numberAt(record, 'severityNumber'),
  severityText: textAt(record, 'severityText'),
  body: bodyOf(record.body),
  attributes: entriesAt(record, 'attributes', 0),
  traceId: idAt(record, 'traceId', 32),
  spanId: idAt(record, 'spanId', 16),
  flags: numberAt(record, 'flags'),
  eventName: textAt(record, 'eventName'),
});

const scopeOf = (scope: Json): Scope => ({
  name: textAt(scope, 'name'),
  version: textAt(scope, 'version'),
  attributes: entriesAt(scope, 'attributes', 0),
});

/** Calls `take` for each log record, with what its scope shares. Throws MalformedRequest. */
export function readJson(bytes: Buffer, take: (record: LogRecord, shared: string) => void): void {
  let request: unknown;
  try {
    request = JSON.parse(bytes.toString());
  } catch (error) {
    throw new MalformedRequest(`The body is not valid JSON: ${error instanceof Error ? error.message : ''}`);
  }
  if (!isObject(request)) throw new MalformedRequest('The body must be a JSON object with resourceLogs');
  for (const resourceLogs of listAt(request, 'resourceLogs')) {
    const resource = entriesAt(objectAt(resourceLogs, 'resource'), 'attributes', 0);
    for (const scopeLogs of listAt(resourceLogs, 'scopeLogs')) {
      const shared = sharedMembers(resource, scopeOf(objectAt(scopeLogs, 'scope')));
      for (const record of listAt(scopeLogs, 'logRecords')) take(recordOf(record), shared);
    }
  }
}
