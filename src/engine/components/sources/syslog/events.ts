import { NEWLINE, RETURN } from '../../../event/bytes.ts';
import { Output } from '../../../event/output.ts';
import type { Feeder } from '../../shared/feeder.ts';
import type { Sender } from '../../shared/inbound/peer.ts';
import { LongLines } from '../../shared/long-lines.ts';
import { isObject } from '../../shared/payload.ts';
import type { SourceComponent, SourceContext } from '../../types.ts';
import { SyslogError } from './message.ts';
import { type FrameKinds, MessageWriter } from './message-writer.ts';
import { writePlainMessage } from './plain-message.ts';
import { messageTooLong, notSyslog } from './problems.ts';
import { readMessage } from './read-message.ts';
import { type SyslogConfig, syslogFields } from './schema.ts';

const EXAMPLE_CHARACTERS = 1024;

/** Shared by all sources; null where the system has no memory for it, or no WebAssembly. */
let sharedWriter: MessageWriter | null | undefined;

function findWriter(): MessageWriter | null {
  if (sharedWriter !== undefined) return sharedWriter;
  try {
    sharedWriter = new MessageWriter();
  } catch {
    sharedWriter = null;
  }
  return sharedWriter;
}

/** Messages that were taken together, and the offset behind them. */
export type Many = { readonly events: number; readonly next: number };

export type MessageConfig = Pick<SyslogConfig, 'format' | 'timezone' | 'maxMessageBytes' | 'longLines'>;

const brokenMessage = (message: string, reason: string, sender: string) => ({
  message,
  syslog_error: reason,
  source_ip: sender,
});

/** An invalid message is kept with the reason. */
function toEvent(
  text: string,
  { format, timezone }: Pick<SyslogConfig, 'format' | 'timezone'>,
  sender: string,
) {
  try {
    return readMessage(text, { format, timezone, now: Date.now() });
  } catch (error) {
    if (!(error instanceof SyslogError)) throw error;
    return brokenMessage(text, error.message, sender);
  }
}

/**
 * Turns syslog messages into events. To lose nothing, an invalid message becomes `{"message": text,
 * "syslog_error": reason, "source_ip": sender}`.
 */
export class SyslogEvents {
  /** Applies from now on; limits stay. */
  config: MessageConfig;
  private readonly context: SourceContext;
  private readonly feeder: Feeder;
  private readonly longLines: LongLines;
  private readonly written = new Output(0);
  private isLoaded = false;

  constructor(config: MessageConfig, feeder: Feeder, context: SourceContext) {
    this.config = config;
    this.context = context;
    this.feeder = feeder;
    this.longLines = new LongLines(config.longLines, messageTooLong(config.maxMessageBytes), context);
  }

  /**
   * Adds a message without its delimiter. False: nothing is left of it. The caller counts it for its sender.
   */
  take(bytes: Buffer, from: number, to: number, rawBytes: number, sender: Sender): boolean {
    let end = to;
    while (end > from && (bytes[end - 1] === NEWLINE || bytes[end - 1] === RETURN || bytes[end - 1] === 0))
      end--;
    if (end === from) return false;
    if (this.config.format !== 'rfc3164') {
      this.feeder.lendRoom(this.written);
      const isWritten = writePlainMessage(bytes, from, end, this.written);
      if (this.feeder.takeBack(this.written, isWritten, end - from, rawBytes, sender)) return true;
    }
    const text = bytes.toString('utf8', from, end);
    const event = toEvent(text, this.config, sender.address);
    if ('syslog_error' in event) {
      this.keepBroken(text, rawBytes, sender, event.syslog_error);
      this.context.report(notSyslog, text.slice(0, EXAMPLE_CHARACTERS));
    } else this.feeder.addJson(JSON.stringify(event), { payloadBytes: end - from, rawBytes }, sender);
    return true;
  }

  /**
   * Takes the plain messages at the beginning of bytes[from, …) at once, with their frames: null for none. Like
   * `take` for each of them. `isNew`: the bytes are not those of the call before.
   */
  takeMany(bytes: Buffer, from: number, kinds: FrameKinds, isNew: boolean, sender: Sender): Many | null {
    this.isLoaded &&= !isNew;
    const writer = this.config.format === 'rfc3164' ? null : findWriter();
    if (!writer) return null;
    const settings = { ...kinds, mostBytes: this.config.maxMessageBytes };
    const next = writer.read(bytes, from, bytes.length, settings, this.isLoaded);
    this.isLoaded = true;
    const { ends, payloadBytes } = writer;
    if (ends.length === 0) return null;
    const intake = { payloadBytes, rawBytes: next - from };
    this.feeder.addJsonLines(writer.bytes, writer.from, writer.to, ends, intake, sender);
    return { events: ends.length, next };
  }

  /** `head` is the beginning of a message of `length` bytes. Otherwise like `take`. */
  takeLong(head: Buffer, length: number, rawBytes: number, sender: Sender): boolean {
    if (this.longLines.isTruncating) {
      const kept = this.longLines.cut(head);
      return this.take(kept, 0, kept.length, rawBytes, sender);
    }
    this.feeder.addLong(this.longLines, head, { payloadBytes: length, rawBytes }, sender);
    return true;
  }

  keepBroken(message: string, rawBytes: number, sender: Sender, reason: string): void {
    const event = brokenMessage(message, reason, sender.address);
    this.feeder.addJson(
      JSON.stringify(event),
      { payloadBytes: Buffer.byteLength(message), rawBytes },
      sender,
    );
  }
}

const readOptions = syslogFields.pick({ format: true, timezone: true });

/** For previews: a payload is a message, or an event that already left the source. */
export const readPayload: NonNullable<SourceComponent['read']> = ({ format, timezone }) => {
  const options = readOptions.safeParse({ format, timezone });
  const { data = readOptions.parse({}) } = options;
  return (batch, payload) => {
    const text = payload.toString().replace(/[\n\r\0]+$/, '');
    if (isObject(payload)) batch.appendJson(payload);
    else if (text !== '') batch.appendTrusted(Buffer.from(JSON.stringify(toEvent(text, data, ''))), false);
  };
};
