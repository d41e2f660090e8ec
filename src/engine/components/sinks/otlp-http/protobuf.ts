import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { AnyValue, Attribute, LogRecord, RecordGroup, Scope } from './log-record.ts';

/** Field numbers as in https://github.com/open-telemetry/opentelemetry-proto; they are stable. */

const { LengthDelimited, Varint, Bit32, Bit64 } = WireType;

type Fill = (writer: BinaryWriter) => unknown;

function message(writer: BinaryWriter, field: number, fill: Fill): void {
  writer.tag(field, LengthDelimited).fork();
  fill(writer);
  writer.join();
}

function text(writer: BinaryWriter, field: number, value: string | undefined): void {
  if (value !== undefined && value !== '') writer.tag(field, LengthDelimited).string(value);
}

function value(writer: BinaryWriter, any: AnyValue): void {
  if ('stringValue' in any && typeof any.stringValue === 'string')
    writer.tag(1, LengthDelimited).string(any.stringValue);
  else if ('boolValue' in any && any.boolValue !== undefined) writer.tag(2, Varint).bool(any.boolValue);
  else if ('intValue' in any && any.intValue !== undefined) writer.tag(3, Varint).int64(any.intValue);
  else if ('doubleValue' in any && any.doubleValue !== undefined)
    writer.tag(4, Bit64).double(any.doubleValue);
  else if ('arrayValue' in any && any.arrayValue !== undefined) {
    const { values } = any.arrayValue;
    message(writer, 5, () => {
      for (const one of values) message(writer, 1, () => value(writer, one));
    });
  } else if ('kvlistValue' in any && any.kvlistValue !== undefined) {
    const { values } = any.kvlistValue;
    message(writer, 6, () => attributes(writer, 1, values));
  }
}

function attributes(writer: BinaryWriter, field: number, list: readonly Attribute[] = []): void {
  for (const attribute of list)
    message(writer, field, () => {
      text(writer, 1, attribute.key);
      message(writer, 2, () => value(writer, attribute.value));
    });
}

function time(writer: BinaryWriter, field: number, nanos: string | undefined): void {
  if (nanos !== undefined) writer.tag(field, Bit64).fixed64(nanos);
}

function id(writer: BinaryWriter, field: number, hex: string | undefined): void {
  if (hex !== undefined) writer.tag(field, LengthDelimited).bytes(Buffer.from(hex, 'hex'));
}

function logRecord(writer: BinaryWriter, record: LogRecord): void {
  time(writer, 1, record.timeUnixNano);
  if (record.severityNumber !== 0) writer.tag(2, Varint).int32(record.severityNumber);
  text(writer, 3, record.severityText);
  const { body, flags } = record;
  if (body) message(writer, 5, () => value(writer, body));
  attributes(writer, 6, record.attributes);
  if (flags) writer.tag(8, Bit32).fixed32(flags);
  id(writer, 9, record.traceId);
  id(writer, 10, record.spanId);
  time(writer, 11, record.observedTimeUnixNano);
  text(writer, 12, record.eventName);
}

function writeScope(writer: BinaryWriter, scope: Scope): void {
  text(writer, 1, scope.name);
  text(writer, 2, scope.version);
  attributes(writer, 3, scope.attributes);
}

export function encodeProtobuf(groups: readonly RecordGroup[]): Buffer {
  const writer = new BinaryWriter();
  for (const { resource, scope, records } of groups)
    message(writer, 1, () => {
      message(writer, 1, () => attributes(writer, 1, resource));
      message(writer, 2, () => {
        message(writer, 1, () => writeScope(writer, scope));
        for (const record of records) message(writer, 2, () => logRecord(writer, record));
      });
    });
  const bytes = writer.finish();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Text, message and integer fields; empty when unreadable. */
function readFields(bytes: Uint8Array): { field: number; bytes?: Uint8Array; number?: number }[] {
  const fields: ReturnType<typeof readFields> = [];
  try {
    const reader = new BinaryReader(bytes);
    while (reader.pos < reader.len) {
      const [field, wire] = reader.tag();
      if (wire === LengthDelimited) fields.push({ field, bytes: reader.bytes() });
      else if (wire === Varint) fields.push({ field, number: Number(reader.int64()) });
      else reader.skip(wire, field);
    }
  } catch {
    return [];
  }
  return fields;
}

const readText = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString();

/** The rejected part of an ExportLogsServiceResponse; null when all was accepted. */
export function readRejection(bytes: Uint8Array): { count: number; reason: string } | null {
  const partial = readFields(bytes).find(({ field }) => field === 1)?.bytes;
  if (!partial) return null;
  const parts = readFields(partial);
  const count = parts.find(({ field }) => field === 1)?.number ?? 0;
  return count > 0 ? { count, reason: readText(parts.find(({ field }) => field === 2)?.bytes) } : null;
}

export function statusText(bytes: Uint8Array): string {
  const message = readFields(bytes).find(({ field }) => field === 2)?.bytes;
  return message ? readText(message) : readText(bytes);
}
