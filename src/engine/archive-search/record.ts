import { parseExactJson } from '../../contract/exact-json.ts';
import { isRecord } from '../../contract/values.ts';

export type ArchiveRecord = {
  readonly micros: number;
  readonly text: string;
  readonly isText: boolean;
  readonly source: string;
  readonly sourceId: string;
  readonly origin: string;
};

/** An event as queries see it. Fields are parsed on first use. */
export class ArchiveEvent {
  readonly record: ArchiveRecord;
  #fields: unknown;
  #origin: unknown;
  #strings: string[] | undefined;

  constructor(record: ArchiveRecord, fields?: unknown) {
    this.record = record;
    this.#fields = fields;
  }

  /** An object; plain text becomes the field `message`. */
  get fields(): unknown {
    this.#fields ??= this.record.isText ? { message: this.record.text } : parseOr(this.record.text, {});
    return this.#fields;
  }

  get metadata(): unknown {
    const { source, sourceId, origin, micros } = this.record;
    this.#origin ??= origin === '' ? {} : parseOr(origin, {});
    return { source, sourceId, received: formatMicros(micros), origin: this.#origin };
  }

  /** Keys and string values of an object, unescaped. */
  get strings(): readonly string[] {
    this.#strings ??= this.record.isText ? [] : collectStrings(this.fields);
    return this.#strings;
  }
}

function parseOr(text: string, otherwise: unknown): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return otherwise;
  }
}

function collectStrings(value: unknown): string[] {
  const found: string[] = [];
  const waiting = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') found.push(next);
    else if (Array.isArray(next)) for (const one of next) waiting.push(one);
    else if (typeof next === 'object' && next !== null)
      for (const [key, one] of Object.entries(next)) {
        found.push(key);
        waiting.push(one);
      }
  }
  return found;
}

/** `2026-11-21T22:15:30.123456Z` */
export function formatMicros(micros: number): string {
  const ms = Math.floor(micros / 1000);
  return `${new Date(ms).toISOString().slice(0, -1)}${String(micros % 1000).padStart(3, '0')}Z`;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
let lastMinute = '';
let lastMinuteMs = 0;

/** Undefined for other formats. */
export function parseMicros(text: string): number | undefined {
  if (!TIME.test(text)) return undefined;
  const minute = text.slice(0, 16);
  if (minute !== lastMinute) {
    const ms = Date.parse(`${minute}:00Z`);
    if (Number.isNaN(ms)) return undefined;
    lastMinute = minute;
    lastMinuteMs = ms;
  }
  return (lastMinuteMs + Number(text.slice(17, 19)) * 1000) * 1000 + Number(text.slice(20, 26));
}

/** End of the JSON value that begins at `from`. */
function skipValue(text: string, from: number): number {
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === 0x22) {
      for (i++; text.charCodeAt(i) !== 0x22 && i < text.length; i++) if (text.charCodeAt(i) === 0x5c) i++;
      if (depth === 0) return i + 1;
    } else if (char === 0x7b || char === 0x5b) depth++;
    else if (char === 0x7d || char === 0x5d) {
      if (depth === 0) return i;
      if (--depth === 0) return i + 1;
    } else if (char === 0x2c && depth === 0) return i;
  }
  return text.length;
}

export function readMembers(text: string): Map<string, string> {
  const members = new Map<string, string>();
  let i = text.indexOf('{') + 1;
  const skip = (marks: string) => {
    while (i < text.length && marks.includes(text[i]!)) i++;
  };
  for (;;) {
    skip(' \t\r\n,');
    if (text[i] !== '"') return members;
    const nameEnd = skipValue(text, i);
    const name = text.slice(i, nameEnd);
    i = nameEnd;
    skip(' \t\r\n:');
    const end = skipValue(text, i);
    members.set(JSON.parse(name) as string, text.slice(i, end).trim());
    i = end;
  }
}

const readString = (text: string | undefined): string | undefined => {
  if (text === undefined || !text.startsWith('"')) return undefined;
  return text.includes('\\') ? (JSON.parse(text) as string) : text.slice(1, -1);
};

export const BEFORE_TIME = '{"received":"';
export const TIME_LENGTH = '2026-11-21T22:15:30.123456Z'.length;
const AFTER_TIME = BEFORE_TIME.length + TIME_LENGTH;

const TIME_NAME = /"received"/g;

/** Times of lines exactly as archives write them; undefined if any line differs. @param count of lines */
export function readWrittenTimes(lines: Buffer, count: number): number[] | undefined {
  const text = lines.toString('latin1');
  // Exactly one per line, so no event can smuggle in a second time.
  if (text.match(TIME_NAME)?.length !== count) return undefined;
  const times: number[] = [];
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    const at = from + BEFORE_TIME.length;
    if (!text.startsWith(BEFORE_TIME, from) || !text.startsWith('}', end - 1)) return undefined;
    const micros = parseMicros(text.slice(at, at + TIME_LENGTH));
    if (micros === undefined) return undefined;
    times.push(micros);
    from = end + 1;
  }
  return times;
}

let headSource = '';
let headSourceId = '';
let head = '';

/** The bytes between time and event, usually the same as in the previous line. */
export function writeHead(source: string, sourceId: string): string {
  if (head === '' || source !== headSource || sourceId !== headSourceId) {
    headSource = source;
    headSourceId = sourceId;
    head = `","source":${JSON.stringify(source)},"sourceId":${JSON.stringify(sourceId)},`;
  }
  return head;
}

/** Fast path: in a line as archives write it the event comes last. Otherwise undefined. */
function readAsWritten(line: string, value: Record<string, unknown>): ArchiveEvent | undefined {
  const { received, source, sourceId, message, event } = value;
  if (typeof received !== 'string' || typeof source !== 'string' || typeof sourceId !== 'string')
    return undefined;
  const begin = writeHead(source, sourceId);
  if (!line.startsWith(BEFORE_TIME) || !line.startsWith(begin, AFTER_TIME) || !line.endsWith('}'))
    return undefined;
  let at = AFTER_TIME + begin.length;
  let origin = '';
  if (line.startsWith('"origin":', at)) {
    const end = skipValue(line, at + 9);
    origin = line.slice(at + 9, end);
    at = end + 1;
  }
  const micros = parseMicros(received);
  if (micros === undefined || Object.keys(value).length !== (origin === '' ? 4 : 5)) return undefined;
  const known = { micros, source, sourceId, origin };
  if (typeof message === 'string' && line.startsWith('"message":', at))
    return new ArchiveEvent({ ...known, text: message, isText: true });
  if (!line.startsWith('"event":{', at)) return undefined;
  return new ArchiveEvent({ ...known, text: line.slice(at + 8, -1), isText: false }, event);
}

/** Undefined for invalid lines: torn, or foreign. */
export function parseEvent(line: string): ArchiveEvent | undefined {
  try {
    const value = parseExactJson(line);
    if (!isRecord(value)) return undefined;
    const written = readAsWritten(line, value);
    if (written) return written;
    const record = readAnyOrder(line);
    return record && new ArchiveEvent(record);
  } catch {
    return undefined;
  }
}

export const parseRecord = (line: string): ArchiveRecord | undefined => parseEvent(line)?.record;

/** For a valid object. @throws for an invalid name */
function readAnyOrder(line: string): ArchiveRecord | undefined {
  const members = readMembers(line);
  const micros = parseMicros(readString(members.get('received')) ?? '');
  if (micros === undefined) return undefined;
  const message = readString(members.get('message'));
  const text = message ?? members.get('event');
  if (text === undefined) return undefined;
  return {
    micros,
    text,
    isText: message !== undefined,
    source: readString(members.get('source')) ?? '',
    sourceId: readString(members.get('sourceId')) ?? '',
    origin: members.get('origin') ?? '',
  };
}
