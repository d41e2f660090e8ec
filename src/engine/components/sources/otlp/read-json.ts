import { isRecord } from '../../../../contract/values.ts';
import { COMMA, OPEN_BRACE, OPEN_BRACKET } from '../../../event/bytes.ts';
import { MAX_VALUE_DEPTH } from '../../shared/otlp/event-fields.ts';
import {
  doubleText,
  type Entry,
  type LogRecord,
  MalformedRequest,
  objectText,
  type RecordTaker,
  resourceMember,
  type Scope,
  scopeMember,
} from './record.ts';

/**
 * OTLP JSON: lowerCamelCase names, 64-bit numbers as text, hexadecimal ids.
 * https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */

type Json = Record<string, unknown>;
const EMPTY: Json = {};
const INTEGER = /^-?\d{1,20}$/;

const refuse = (name: string, what: string): never => {
  throw new MalformedRequest(`${name} must be ${what}`);
};

function readObject(parent: Json, name: string): Json {
  const value = parent[name];
  if (value === undefined || value === null) return EMPTY;
  return isRecord(value) ? value : refuse(name, 'an object');
}

function readAny(parent: Json, name: string): unknown[] {
  const value = parent[name];
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : refuse(name, 'a list');
}

function readList(parent: Json, name: string): Json[] {
  return readAny(parent, name).map((one) => (isRecord(one) ? one : refuse(name, 'a list of objects')));
}

function readText(parent: Json, name: string): string {
  const value = parent[name];
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : refuse(name, 'a text');
}

function parseDigits(name: string, value: unknown): string {
  if (typeof value === 'string' && INTEGER.test(value)) return String(BigInt(value));
  return Number.isSafeInteger(value) ? String(value) : refuse(name, 'a whole number');
}

function readNanos(parent: Json, name: string): bigint {
  const value = parent[name];
  if (value === undefined || value === null || value === '') return 0n;
  // A time written as a number has already lost precision.
  const nanos = BigInt(
    typeof value === 'number' && Number.isInteger(value) ? value : parseDigits(name, value),
  );
  return nanos >= 0n && nanos < 1n << 64n ? nanos : refuse(name, 'a time of 64 bits');
}

function readNumber(parent: Json, name: string): number {
  const value = parent[name];
  return value === undefined || value === null ? 0 : Number(parseDigits(name, value));
}

function readId(parent: Json, name: string, length: number): string {
  const id = readText(parent, name).toLowerCase();
  if (id !== '' && (id.length !== length || !/^[0-9a-f]+$/.test(id)))
    refuse(name, `${length} hexadecimal digits`);
  return /^0*$/.test(id) ? '' : id;
}

function formatDouble(value: unknown): string {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || (Number.isNaN(number) && value !== 'NaN'))
    return refuse('doubleValue', 'a number');
  return doubleText(number);
}

function valueText(value: unknown, depth: number): string {
  if (depth > MAX_VALUE_DEPTH)
    throw new MalformedRequest(`Values are nested more than ${MAX_VALUE_DEPTH} deep`);
  if (value === undefined || value === null) return 'null';
  if (!isRecord(value)) return refuse('value', 'an object such as {"stringValue":"…"}');
  if (value.stringValue !== undefined) return JSON.stringify(readText(value, 'stringValue'));
  if (typeof value.boolValue === 'boolean') return String(value.boolValue);
  if (value.intValue !== undefined) return parseDigits('intValue', value.intValue);
  if (value.doubleValue !== undefined) return formatDouble(value.doubleValue);
  if (value.arrayValue !== undefined) {
    const values = readList(readObject(value, 'arrayValue'), 'values');
    return `[${values.map((one) => valueText(one, depth + 1)).join(',')}]`;
  }
  if (value.kvlistValue !== undefined)
    return objectText(readEntries(readObject(value, 'kvlistValue'), 'values', depth + 1));
  return value.bytesValue === undefined ? 'null' : JSON.stringify(readText(value, 'bytesValue'));
}

const readEntries = (parent: Json, name: string, depth: number): Entry[] =>
  readList(parent, name).map((entry) => [readText(entry, 'key'), valueText(entry.value, depth)]);

function readBody(value: unknown): LogRecord['body'] {
  if (value === undefined || value === null) return null;
  if (isRecord(value) && value.kvlistValue !== undefined && value.stringValue === undefined)
    return readEntries(readObject(value, 'kvlistValue'), 'values', 1);
  return valueText(value, 0);
}

const readRecord = (record: Json): LogRecord => ({
  timeUnixNano: readNanos(record, 'timeUnixNano'),
  observedTimeUnixNano: readNanos(record, 'observedTimeUnixNano'),
  severityNumber: readNumber(record, 'severityNumber'),
  severityText: readText(record, 'severityText'),
  body: readBody(record.body),
  attributes: readEntries(record, 'attributes', 0),
  traceId: readId(record, 'traceId', 32),
  spanId: readId(record, 'spanId', 16),
  flags: readNumber(record, 'flags'),
  eventName: readText(record, 'eventName'),
});

const readScope = (scope: Json): Scope => ({
  name: readText(scope, 'name'),
  version: readText(scope, 'version'),
  attributes: readEntries(scope, 'attributes', 0),
});

const VALUE_BYTES = 64;
const MEMBER_BYTES = 16;

/** Upper bound of memory once parsed: `{},{},…` takes twenty times its size. */
export function parsedBytes(bytes: Buffer): number {
  let size = 2 * bytes.length;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) size += VALUE_BYTES;
    else if (byte === COMMA) size += MEMBER_BYTES;
  }
  return size;
}

/** @throws MalformedRequest when nested too deep to be written */
function writeRefused(record: unknown, refusal: MalformedRequest): string {
  try {
    return JSON.stringify(record);
  } catch {
    throw refusal;
  }
}

function takeRecord(value: unknown, shared: string, taker: Pick<RecordTaker, 'take' | 'refuse'>): void {
  let record: LogRecord;
  try {
    record = readRecord(isRecord(value) ? value : refuse('logRecords', 'a list of objects'));
  } catch (error) {
    if (!(error instanceof MalformedRequest)) throw error;
    taker.refuse(error.message, () => writeRefused(value, error));
    return;
  }
  taker.take(record, shared);
}

/**
 * Passes on each log record with the members shared by its scope; a bad one is refused alone.
 * @throws MalformedRequest
 */
export function readJson(bytes: Buffer, taker: Pick<RecordTaker, 'take' | 'refuse'>): void {
  let request: unknown;
  try {
    request = JSON.parse(bytes.toString());
  } catch (error) {
    throw new MalformedRequest(`The body is not valid JSON: ${error instanceof Error ? error.message : ''}`);
  }
  if (!isRecord(request)) throw new MalformedRequest('The body must be a JSON object with resourceLogs');
  for (const resourceLogs of readList(request, 'resourceLogs')) {
    const resource = resourceMember(readEntries(readObject(resourceLogs, 'resource'), 'attributes', 0));
    for (const scopeLogs of readList(resourceLogs, 'scopeLogs')) {
      const shared = resource + scopeMember(readScope(readObject(scopeLogs, 'scope')));
      for (const record of readAny(scopeLogs, 'logRecords')) takeRecord(record, shared, taker);
    }
  }
}
