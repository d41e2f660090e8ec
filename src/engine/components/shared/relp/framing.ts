import { isDigit, NEWLINE, SPACE, ZERO } from '../../../event/bytes.ts';
import { Output } from '../../../event/output.ts';

const MAX_DIGITS = 9;
const MAX_COMMAND = 32;
const FIRST_BYTES = 1024;
const KEPT_BYTES = 64 * 1024;
const EXAMPLE_BYTES = 256;

export type RelpFrame = {
  readonly txnr: number;
  readonly command: string;
  /** Truncated when over the limit. Valid only during the call. */
  readonly data: Buffer;
  readonly length: number;
  readonly rawBytes: number;
};

export type RelpReader = {
  frame(frame: RelpFrame): void;
  /** Not RELP: close the connection. */
  broken(example: string): void;
};

type Part = 'txnr' | 'command' | 'length' | 'data' | 'trailer';

/**
 * Splits a stream into RELP frames: transaction number, command, length, data, newline. Keeps at most
 * `maxBytes` of data. https://github.com/rsyslog/librelp/blob/master/doc/relp.md
 */
export class RelpFraming {
  private readonly maxBytes: number;
  private readonly reader: RelpReader;
  private part: Part = 'txnr';
  private digits = 0;
  private txnr = 0;
  private command = '';
  private length = 0;
  private headerBytes = 0;
  private seen = 0;
  private data: Output | null = null;
  private isOver = false;

  constructor(maxBytes: number, reader: RelpReader) {
    this.maxBytes = maxBytes;
    this.reader = reader;
  }

  get heldBytes(): number {
    return this.data?.bytes.length ?? 0;
  }

  stop(): void {
    this.isOver = true;
    this.data = null;
  }

  push(chunk: Buffer): void {
    for (let p = 0; p < chunk.length && !this.isOver; )
      p = this.part === 'data' ? this.readData(chunk, p) : this.readByte(chunk, p);
  }

  private readByte(chunk: Buffer, p: number): number {
    const byte = chunk[p]!;
    if (this.part === 'trailer') {
      if (byte === NEWLINE) this.finish(this.data?.view() ?? chunk.subarray(0, 0));
      else this.fail(chunk, p);
      return p + 1;
    }
    this.headerBytes++;
    const isFit = this.part === 'command' ? this.readCommand(byte) : this.readNumber(byte);
    if (!isFit) this.fail(chunk, p);
    return p + 1;
  }

  private readCommand(byte: number): boolean {
    if (byte === SPACE) {
      this.begin('length');
      return this.command !== '';
    }
    const letter = byte | 0x20;
    if (letter < 0x61 || letter > 0x7a || this.command.length === MAX_COMMAND) return false;
    this.command += String.fromCharCode(byte);
    return true;
  }

  private readNumber(byte: number): boolean {
    if (isDigit(byte)) {
      const digit = byte - ZERO;
      if (this.part === 'txnr') this.txnr = this.txnr * 10 + digit;
      else this.length = this.length * 10 + digit;
      return ++this.digits <= MAX_DIGITS;
    }
    if (this.digits === 0) return false;
    if (this.part === 'txnr') this.begin('command');
    else if (byte === NEWLINE && this.length === 0) {
      // Without data, librelp omits the space: this newline is the trailer.
      this.headerBytes--;
      this.finish(Buffer.alloc(0));
    } else this.begin(this.length === 0 ? 'trailer' : 'data');
    return byte === SPACE || this.part === 'txnr';
  }

  private readData(chunk: Buffer, p: number): number {
    const end = p + this.length - this.seen;
    if (this.seen === 0 && end < chunk.length && this.length <= this.maxBytes) {
      if (chunk[end] === NEWLINE) this.finish(chunk.subarray(p, end));
      else this.fail(chunk, end);
      return end + 1;
    }
    const to = Math.min(end, chunk.length);
    const room = Math.min(this.length, this.maxBytes) - (this.data?.length ?? 0);
    this.data ??= new Output(FIRST_BYTES);
    if (room > 0) this.data.copy(chunk, p, Math.min(to, p + room));
    this.seen += to - p;
    if (this.seen === this.length) this.begin('trailer');
    return to;
  }

  private begin(part: Part): void {
    this.part = part;
    this.digits = 0;
  }

  private finish(data: Buffer): void {
    const { txnr, command, length, headerBytes } = this;
    this.begin('txnr');
    this.txnr = 0;
    this.command = '';
    this.length = 0;
    this.headerBytes = 0;
    this.seen = 0;
    this.reader.frame({ txnr, command, data, length, rawBytes: headerBytes + length + 1 });
    if (this.data && this.data.bytes.length > KEPT_BYTES) this.data = null;
    this.data?.clear();
  }

  private fail(chunk: Buffer, p: number): void {
    this.stop();
    this.reader.broken(chunk.toString('latin1', p, p + EXAMPLE_BYTES));
  }
}

export const relpFrame = (txnr: number, command: string, data = ''): string =>
  data === '' ? `${txnr} ${command} 0\n` : `${txnr} ${command} ${Buffer.byteLength(data)} ${data}\n`;

/** By name, from a session's `open` or its answer. */
export function readOffers(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => line.includes('='));
  return new Map(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1).trim()]),
  );
}

/** This program's offers in `open` and its answer. */
export const formatOffers = (version: number): string =>
  `relp_version=${version}\nrelp_software=Penstock\ncommands=syslog`;

export const offersSyslog = (offers: Map<string, string>): boolean =>
  (offers.get('commands') ?? '').split(',').some((command) => command.trim() === 'syslog');

/** The newest protocol version, as in librelp. */
export const RELP_VERSION = 1;
