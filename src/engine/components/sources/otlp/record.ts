import { RECORD_FIELDS } from '../../shared/otlp/event-fields.ts';
import { getSeverityName } from '../../shared/otlp/severity.ts';

export type Entry = readonly [name: string, json: string];

/** Empty texts and zeros mean absent. */
export type LogRecord = {
  timeUnixNano: bigint;
  observedTimeUnixNano: bigint;
  severityNumber: number;
  severityText: string;
  /** Entries of a map, JSON text of other values, or null. */
  body: readonly Entry[] | string | null;
  attributes: readonly Entry[];
  traceId: string;
  spanId: string;
  flags: number;
  eventName: string;
};

export type Scope = { name: string; version: string; attributes: readonly Entry[] };

/** Invalid OTLP: a record is refused alone; its surroundings refuse the request. */
export class MalformedRequest extends Error {
  override readonly name = 'MalformedRequest';
}

const NANOS_PER_SECOND = 1_000_000_000n;
let lastSecond = -1n;
let lastText = '';

/** ISO 8601 with 3, 6 or 9 decimals as needed. */
export function isoTime(nanos: bigint): string {
  const second = nanos / NANOS_PER_SECOND;
  if (second !== lastSecond) {
    lastSecond = second;
    lastText = new Date(Number(second) * 1000).toISOString().slice(0, 19);
  }
  const fraction = String(nanos % NANOS_PER_SECOND).padStart(9, '0');
  const digits = fraction.endsWith('000000') ? 3 : fraction.endsWith('000') ? 6 : 9;
  return `${lastText}.${fraction.slice(0, digits)}Z`;
}

/**
 * Infinity and NaN become texts, as in protobuf's JSON mapping
 * (https://protobuf.dev/programming-guides/json/).
 */
export const doubleText = (value: number): string =>
  Number.isFinite(value) ? JSON.stringify(value) : `"${value}"`;

const names = new Map<string, string>();
const MAX_NAMES = 10_000;
const LONGEST_NAME = 100;

/** Cached because senders use few names. */
function keyText(name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  const text = `${JSON.stringify(name)}:`;
  if (names.size < MAX_NAMES && name.length <= LONGEST_NAME) names.set(name, text);
  return text;
}

export function objectText(entries: readonly Entry[]): string {
  const texts =
    new Set(entries.map(([name]) => name)).size < entries.length ? [...new Map(entries)] : entries;
  return `{${texts.map(([name, json]) => keyText(name) + json).join(',')}}`;
}

/** A member preceded by a comma, or nothing. */
export const resourceMember = (resource: readonly Entry[]): string =>
  resource.length > 0 ? `,"${RECORD_FIELDS.resource}":${objectText(resource)}` : '';

export function scopeMember(scope: Scope): string {
  const parts: Entry[] = [];
  if (scope.name !== '') parts.push(['name', JSON.stringify(scope.name)]);
  if (scope.version !== '') parts.push(['version', JSON.stringify(scope.version)]);
  if (scope.attributes.length > 0) parts.push(['attributes', objectText(scope.attributes)]);
  return parts.length > 0 ? `,"${RECORD_FIELDS.scope}":${objectText(parts)}` : '';
}

export type RecordTaker = {
  /** `shared`: members of resource and scope, each preceded by a comma. */
  take(record: LogRecord, shared: string): void;
  leave(text: () => string): void;
  refuse(reason: string, text: () => string): void;
};

const used = new Set<string>();

/**
 * A record's event as JSON text, without shared members and the closing brace. Attributes and entries of a
 * map body become fields; another body becomes `message`. Attributes with a taken name go to
 * `other_attributes`.
 */
export function ownText(record: LogRecord): string {
  const overruled: Entry[] = [];
  let text = '';
  used.clear();
  used.add(RECORD_FIELDS.resource).add(RECORD_FIELDS.scope).add(RECORD_FIELDS.overruled);
  const put = (name: string, json: string) => {
    used.add(name);
    text += `,${keyText(name)}${json}`;
  };
  const offer = (entries: readonly Entry[]) => {
    for (const [name, json] of entries)
      if (used.has(name)) overruled.push([name, json]);
      else put(name, json);
  };
  const { body, severityNumber } = record;
  const severity = record.severityText === '' ? getSeverityName(severityNumber) : record.severityText;
  if (record.timeUnixNano > 0n) put('timestamp', `"${isoTime(record.timeUnixNano)}"`);
  if (severity !== '') put('severity', JSON.stringify(severity));
  if (severityNumber > 0) put(RECORD_FIELDS.severityNumber, String(severityNumber));
  if (record.traceId !== '') put(RECORD_FIELDS.traceId, `"${record.traceId}"`);
  if (record.spanId !== '') put(RECORD_FIELDS.spanId, `"${record.spanId}"`);
  if (record.flags > 0) put(RECORD_FIELDS.flags, String(record.flags));
  if (record.eventName !== '') put(RECORD_FIELDS.eventName, JSON.stringify(record.eventName));
  if (record.observedTimeUnixNano > 0n)
    put(RECORD_FIELDS.observed, `"${isoTime(record.observedTimeUnixNano)}"`);
  if (typeof body === 'string') put('message', body);
  else if (body) offer(body);
  offer(record.attributes);
  if (overruled.length > 0) text += `,"${RECORD_FIELDS.overruled}":${objectText(overruled)}`;
  return `{${text.slice(1)}`;
}
