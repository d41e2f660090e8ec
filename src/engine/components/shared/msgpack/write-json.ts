import type { Output } from '../../../event/output.ts';
import { MsgpackError, readWhole, token } from './token.ts';

const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const IS_PLAIN = new Uint8Array(256).fill(1, 0x20, 0x7f);
IS_PLAIN[QUOTE] = 0;
IS_PLAIN[BACKSLASH] = 0;

const MOST_DEPTH = 64;

const FLOAT_32 = 0xca;
const INT_8 = 0xd0;

function writeAscii(text: string, out: Output): void {
  const at = out.reserve(text.length);
  out.bytes.write(text, at, 'latin1');
  out.length = at + text.length;
}

/** As a JSON string; invalid UTF-8 is replaced. */
export function writeText(bytes: Buffer, from: number, to: number, out: Output): void {
  let p = from;
  while (p < to && IS_PLAIN[bytes[p]!] === 1) p++;
  if (p === to) {
    out.byte(QUOTE);
    out.copy(bytes, from, to);
    out.byte(QUOTE);
    return;
  }
  const json = Buffer.from(JSON.stringify(bytes.toString('utf8', from, to)));
  out.copy(json, 0, json.length);
}

function formatInt(bytes: Buffer, p: number, width: number): string {
  const type = bytes[p]!;
  if (width === 0) return String(type <= 0x7f ? type : type - 256);
  const isSigned = type >= INT_8;
  if (width === 8) return String(isSigned ? bytes.readBigInt64BE(p + 1) : bytes.readBigUInt64BE(p + 1));
  return String(isSigned ? bytes.readIntBE(p + 1, width) : bytes.readUIntBE(p + 1, width));
}

function formatFloat(bytes: Buffer, p: number): string {
  const value = bytes[p] === FLOAT_32 ? bytes.readFloatBE(p + 1) : bytes.readDoubleBE(p + 1);
  return Number.isFinite(value) ? String(value) : 'null';
}

/** Writes an extension's value by its type; otherwise it becomes base64. */
export type ExtensionWriter = (type: number, bytes: Buffer, from: number, to: number) => string | null;

export class JsonTooLong extends Error {
  override readonly name = 'JsonTooLong';
}

export class JsonWriter {
  private readonly bytes: Buffer;
  private readonly end: number;
  private readonly out: Output;
  private readonly most: number;
  private readonly formatExtension: ExtensionWriter;

  /** @param most approximate limit of bytes in `out` */
  constructor(bytes: Buffer, end: number, out: Output, most: number, formatExtension: ExtensionWriter) {
    this.bytes = bytes;
    this.end = end;
    this.out = out;
    this.most = most;
    this.formatExtension = formatExtension;
  }

  /** Writes the value at `p`; returns the offset after it. Binary values are taken as text. @throws MsgpackError, JsonTooLong */
  write(p: number, depth = 0): number {
    const { bytes, out } = this;
    if (out.length > this.most) throw new JsonTooLong();
    readWhole(bytes, p, this.end);
    const { kind, head, payload, items } = token;
    const from = p + head;
    const to = from + payload;
    switch (kind) {
      case 'map':
        return this.writeMembers(from, items / 2, depth);
      case 'array':
        return this.writeItems(from, items, depth);
      case 'text':
      case 'binary':
        // More would be cut anyway.
        writeText(bytes, from, Math.min(to, from + this.most + 1), out);
        break;
      case 'int':
        writeAscii(formatInt(bytes, p, payload), out);
        break;
      case 'float':
        writeAscii(formatFloat(bytes, p), out);
        break;
      case 'boolean':
        writeAscii(bytes[p] === 0xc3 ? 'true' : 'false', out);
        break;
      case 'nil':
        writeAscii('null', out);
        break;
      case 'extension': {
        // The last header byte is the type, which `payload` counts.
        const cut = Math.min(to, from + this.most + 1);
        const known = this.formatExtension(bytes.readInt8(from), bytes, from + 1, cut);
        writeAscii(known ?? `"${bytes.toString('base64', from + 1, cut)}"`, out);
      }
    }
    return to;
  }

  private writeMembers(from: number, count: number, depth: number): number {
    this.out.byte(0x7b);
    const to = this.writeMap(from, count, depth);
    this.out.byte(0x7d);
    return to;
  }

  /** Without braces. @throws MsgpackError, JsonTooLong */
  writeMap(from: number, count: number, depth: number): number {
    this.refuseDeep(depth);
    let p = from;
    for (let i = 0; i < count; i++) {
      if (i > 0) this.out.byte(0x2c);
      p = this.writeName(p);
      this.out.byte(0x3a);
      p = this.write(p, depth + 1);
    }
    return p;
  }

  private writeItems(from: number, count: number, depth: number): number {
    this.refuseDeep(depth);
    this.out.byte(0x5b);
    let p = from;
    for (let i = 0; i < count; i++) {
      if (i > 0) this.out.byte(0x2c);
      p = this.write(p, depth + 1);
    }
    this.out.byte(0x5d);
    return p;
  }

  private writeName(p: number): number {
    readWhole(this.bytes, p, this.end);
    const { kind, head, payload } = token;
    const from = p + head;
    if (kind === 'text' || kind === 'binary')
      writeText(this.bytes, from, from + Math.min(payload, this.most + 1), this.out);
    else if (kind === 'int') writeAscii(`"${formatInt(this.bytes, p, payload)}"`, this.out);
    else throw new MsgpackError('a name of a field that is no text');
    return from + payload;
  }

  private refuseDeep(depth: number): void {
    if (depth >= MOST_DEPTH) throw new MsgpackError('values nested too deep');
  }
}
