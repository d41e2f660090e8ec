import { NEWLINE } from '../../../event/bytes.ts';
import type { Ints } from '../../../event/layout.ts';
import { INT } from '../../../event/wasm/assembler.ts';
import {
  AFTER,
  AFTER_SLOT,
  buildMessageWriter,
  ENDS,
  ENDS_END,
  MAX_TEXT,
  MEMBER_SLOT,
  MEMBERS,
  OUT,
  OUT_END,
  PAGES,
  PAYLOAD_BYTES,
  TEXT,
} from './message-writer-code.ts';
import { AFTER_HEADER, HEADER_MEMBERS } from './plain-message.ts';

type Write = (
  from: number,
  to: number,
  mostBytes: number,
  readsLines: number,
  readsCounted: number,
) => number;

/** Which frames of a stream to read: those that end with a newline, and those that begin with their length. */
export type FrameKinds = { readonly lines: boolean; readonly counted: boolean };
/** `mostBytes`: of a message. */
export type Frames = FrameKinds & { readonly mostBytes: number };

/**
 * Writes the events of many plain messages in one call, 16 bytes at a time: what `writePlainMessage` writes for
 * each. What it wrote stays valid until the next call.
 */
export class MessageWriter {
  readonly bytes: Buffer;
  /** bytes[from, to) has the events as lines of JSON. */
  readonly from = OUT;
  private readonly ints: Ints;
  private readonly write: Write;
  private loadedFrom = 0;
  private loadedTo = 0;

  /** @throws where the system gives no memory for it, or Node runs without WebAssembly */
  constructor() {
    const memory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES });
    const module = new WebAssembly.Module(buildMessageWriter());
    this.write = new WebAssembly.Instance(module, { js: { memory } }).exports.write as Write;
    const { buffer } = memory as { buffer: ArrayBuffer };
    this.bytes = Buffer.from(buffer);
    this.ints = new Int32Array(buffer);
    for (const [word, member] of HEADER_MEMBERS.entries())
      member.copy(this.bytes, MEMBERS + word * MEMBER_SLOT);
    for (const [priority, member] of AFTER_HEADER.entries()) {
      const at = AFTER + priority * AFTER_SLOT;
      this.bytes.writeInt32LE(member.length, at);
      member.copy(this.bytes, at + INT);
    }
  }

  /**
   * Reads frames from the beginning of source[from, to) up to the first that is not whole or no plain message.
   * Returns the offset after them. `isLoaded`: the call before was for the same source and `to`, and a lower
   * `from`.
   */
  read(source: Buffer, from: number, to: number, frames: Frames, isLoaded = false): number {
    if (!isLoaded || (this.loadedTo < to && this.loadedTo - from < MAX_TEXT / 2)) this.load(source, from, to);
    const { lines, counted, mostBytes } = frames;
    const shift = TEXT - this.loadedFrom;
    return this.write(from + shift, this.loadedTo + shift, mostBytes, lines ? 1 : 0, counted ? 1 : 0) - shift;
  }

  private load(source: Buffer, from: number, to: number): void {
    this.loadedFrom = from;
    this.loadedTo = Math.min(to, from + MAX_TEXT);
    source.copy(this.bytes, TEXT, from, this.loadedTo);
    this.bytes[TEXT + this.loadedTo - from] = NEWLINE;
  }

  get to(): number {
    return this.ints[OUT_END / INT]!;
  }

  /** The offset of each event's newline, counted from `from`. */
  get ends(): Ints {
    return this.ints.subarray(ENDS / INT, this.ints[ENDS_END / INT]! / INT);
  }

  /** Of the messages, without their frames. */
  get payloadBytes(): number {
    return this.ints[PAYLOAD_BYTES / INT]!;
  }
}
