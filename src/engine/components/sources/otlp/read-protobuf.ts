import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { Refusal, RequestTooLarge } from '../../shared/inbound/refusal.ts';
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

/** Bounds the time of a request, which blocks other sources, to about a second. */
const MOST_FIELDS = 4_000_000;

/**
 * Converts an ExportLogsServiceRequest to JSON text. Field numbers as in opentelemetry-proto; unknown fields
 * are skipped, as protobuf requires.
 */
class RequestReader {
  private readonly bytes: Buffer;
  private readonly reader: BinaryReader;
  private seen = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.reader = new BinaryReader(bytes);
  }

  /** Calls `take` for each field up to `end`; skips a field when it returns false. */
  fields(end: number, take: (field: number, wire: WireType) => boolean): void {
    const { reader } = this;
    while (reader.pos < end) {
      if (++this.seen > MOST_FIELDS)
        throw new RequestTooLarge(`The request has more than ${MOST_FIELDS} fields; send smaller requests`);
      const [field, wire] = reader.tag();
      if (!take(field, wire)) reader.skip(wire, field);
    }
    if (reader.pos !== end) throw new MalformedRequest('A message is longer than it says');
  }

  end(wire: WireType): number {
    if (wire !== WireType.LengthDelimited) throw new MalformedRequest('A field has the wrong wire type');
    const length = this.reader.uint32();
    const end = this.reader.pos + length;
    if (end > this.bytes.length) throw new MalformedRequest('The message ends too early');
    return end;
  }

  text(wire: WireType): string {
    return this.slice(wire, 'utf8');
  }

  slice(wire: WireType, encoding: 'utf8' | 'hex' | 'base64'): string {
    const end = this.end(wire);
    const from = this.reader.pos;
    this.reader.pos = end;
    return this.bytes.toString(encoding, from, end);
  }

  id(wire: WireType): string {
    const hex = this.slice(wire, 'hex');
    return /^0*$/.test(hex) ? '' : hex;
  }

  nanos(wire: WireType): bigint {
    if (wire !== WireType.Bit64) throw new MalformedRequest('A time has the wrong wire type');
    return BigInt(this.reader.fixed64());
  }

  entry(end: number, depth: number): Entry {
    let name = '';
    let json = 'null';
    this.fields(end, (field, wire) => {
      if (field === 1) name = this.text(wire);
      else if (field === 2) json = this.value(this.end(wire), depth);
      else return false;
      return true;
    });
    return [name, json];
  }

  entries(end: number, depth: number): Entry[] {
    const entries: Entry[] = [];
    this.fields(end, (field, wire) => {
      if (field !== 1) return false;
      entries.push(this.entry(this.end(wire), depth));
      return true;
    });
    return entries;
  }

  value(end: number, depth: number): string {
    if (depth > MAX_VALUE_DEPTH)
      throw new MalformedRequest(`Values are nested more than ${MAX_VALUE_DEPTH} deep`);
    const { reader } = this;
    let json = 'null';
    this.fields(end, (field, wire) => {
      if (field === 1) json = JSON.stringify(this.text(wire));
      else if (field === 2 && wire === WireType.Varint) json = String(reader.bool());
      else if (field === 3 && wire === WireType.Varint) json = String(reader.int64());
      else if (field === 4 && wire === WireType.Bit64) json = doubleText(reader.double());
      else if (field === 5) json = this.list(this.end(wire), depth + 1);
      else if (field === 6) json = objectText(this.entries(this.end(wire), depth + 1));
      else if (field === 7) json = `"${this.slice(wire, 'base64')}"`;
      else return false;
      return true;
    });
    return json;
  }

  list(end: number, depth: number): string {
    const values: string[] = [];
    this.fields(end, (field, wire) => {
      if (field !== 1) return false;
      values.push(this.value(this.end(wire), depth));
      return true;
    });
    return `[${values.join(',')}]`;
  }

  /** Like `value`, but returns the entries of a map. */
  body(end: number): LogRecord['body'] {
    const from = this.reader.pos;
    let entries: Entry[] | null = null;
    let isOther = false;
    this.fields(end, (field, wire) => {
      if (field === 6) entries = this.entries(this.end(wire), 1);
      else isOther = true;
      return field === 6;
    });
    if (!isOther) return entries;
    this.reader.pos = from;
    return this.value(end, 0);
  }

  record(end: number): LogRecord {
    const { reader } = this;
    const attributes: Entry[] = [];
    const record: LogRecord = {
      timeUnixNano: 0n,
      observedTimeUnixNano: 0n,
      severityNumber: 0,
      severityText: '',
      body: null,
      attributes,
      traceId: '',
      spanId: '',
      flags: 0,
      eventName: '',
    };
    this.fields(end, (field, wire) => {
      if (field === 1) record.timeUnixNano = this.nanos(wire);
      else if (field === 11) record.observedTimeUnixNano = this.nanos(wire);
      else if (field === 2 && wire === WireType.Varint) record.severityNumber = reader.int32();
      else if (field === 3) record.severityText = this.text(wire);
      else if (field === 5) record.body = this.body(this.end(wire));
      else if (field === 6) attributes.push(this.entry(this.end(wire), 0));
      else if (field === 8 && wire === WireType.Bit32) record.flags = reader.fixed32();
      else if (field === 9) record.traceId = this.id(wire);
      else if (field === 10) record.spanId = this.id(wire);
      else if (field === 12) record.eventName = this.text(wire);
      else return false;
      return true;
    });
    return record;
  }

  scope(end: number): Scope {
    const attributes: Entry[] = [];
    const scope: Scope = { name: '', version: '', attributes };
    this.fields(end, (field, wire) => {
      if (field === 1) scope.name = this.text(wire);
      else if (field === 2) scope.version = this.text(wire);
      else if (field === 3) attributes.push(this.entry(this.end(wire), 0));
      else return false;
      return true;
    });
    return scope;
  }

  /** The first message with that field number in [here, end). Resource and scope may follow their records. */
  find<T>(end: number, wanted: number, read: (end: number) => T, otherwise: T): T {
    const from = this.reader.pos;
    let found = otherwise;
    this.fields(end, (field, wire) => {
      if (field !== wanted) return false;
      found = read(this.end(wire));
      return true;
    });
    this.reader.pos = from;
    return found;
  }

  /** Calls `read` with the end of each message with that field number. */
  each(end: number, wanted: number, read: (end: number) => void): void {
    this.fields(end, (field, wire) => {
      if (field !== wanted) return false;
      read(this.end(wire));
      return true;
    });
  }

  /** Length of the longest message with that field number in [here, end). */
  longest(end: number, wanted: number): number {
    const from = this.reader.pos;
    let longest = 0;
    this.each(end, wanted, (to) => {
      longest = Math.max(longest, to - this.reader.pos);
      this.reader.pos = to;
    });
    this.reader.pos = from;
    return longest;
  }

  /** Null for an invalid record; reading continues after it. */
  tryRecord(end: number, { refuse }: RecordTaker): LogRecord | null {
    const from = this.reader.pos;
    try {
      return this.record(end);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      this.reader.pos = end;
      const reason = error instanceof MalformedRequest ? error.message : 'It is not a protobuf message';
      refuse(reason, () => this.asText(from, end));
      return null;
    }
  }

  asText(from: number, end: number): string {
    return `{"log_record_base64":"${this.bytes.toString('base64', from, end)}"}`;
  }

  request(taker: RecordTaker, longest: number): void {
    const none: Scope = { name: '', version: '', attributes: [] };
    this.each(this.bytes.length, 1, (resourceLogs) => {
      const isLong = this.longest(resourceLogs, 1) > longest;
      const resource = isLong
        ? ''
        : resourceMember(this.find(resourceLogs, 1, (end) => this.entries(end, 0), []));
      this.each(resourceLogs, 2, (scopeLogs) => {
        const areTooLong = isLong || this.longest(scopeLogs, 1) > longest;
        const shared = areTooLong
          ? ''
          : resource + scopeMember(this.find(scopeLogs, 1, (end) => this.scope(end), none));
        this.each(scopeLogs, 2, (end) => {
          const from = this.reader.pos;
          if (areTooLong || end - from > longest) {
            this.reader.pos = end;
            taker.leave(() => this.asText(from, end));
            return;
          }
          const record = this.tryRecord(end, taker);
          if (record) taker.take(record, shared);
        });
      });
    });
  }
}

/**
 * Passes on each log record with the members shared by its scope; a bad one is refused alone. Messages over
 * `longest` bytes stay unread.
 * @throws MalformedRequest
 */
export function readProtobuf(bytes: Buffer, taker: RecordTaker, longest = Number.POSITIVE_INFINITY): void {
  try {
    new RequestReader(bytes).request(taker, longest);
  } catch (error) {
    if (error instanceof MalformedRequest || error instanceof Refusal) throw error;
    throw new MalformedRequest('The body is not a protobuf message of log records');
  }
}
