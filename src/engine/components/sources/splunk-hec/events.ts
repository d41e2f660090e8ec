import { isUtf8 } from 'node:buffer';
import type { Batch } from '../../../event/batch.ts';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  NEWLINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  RETURN,
} from '../../../event/bytes.ts';
import { Output } from '../../../event/output.ts';
import { skipSpace } from '../../../event/scanner.ts';
import { HecRefusal } from './answers.ts';
import { Envelope, EVENT, eachKnown, FIELDS, INDEX, NAMES, TIME } from './envelope.ts';

const LETTER_N = 0x6e;
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** JSON text by name. */
type Metadata = Map<string, string>;

export type Defaults = { readonly [name in 'time' | 'host' | 'source' | 'sourcetype' | 'index']?: string };

export type Rules = {
  readonly defaults: Defaults;
  /** All when empty. */
  readonly indexes: ReadonlySet<string>;
  readonly maxEventBytes: number;
};

const TEXTS = ['host', 'source', 'sourcetype', 'index'] as const;

function timeText(text: string, eventNumber: number): string | null {
  const bare = text.startsWith('"') ? text.slice(1, -1) : text;
  if (bare === '' || bare === 'null') return null;
  if (!NUMBER.test(bare)) throw new HecRefusal('invalidFormat', { eventNumber, detail: 'time is no number' });
  return bare;
}

/** Splunk accepts texts, numbers, booleans and lists of them. */
function checkFields(text: string, eventNumber: number): void {
  const fields: unknown = JSON.parse(text);
  const isFlat = (value: unknown): boolean => typeof value !== 'object' || value === null;
  const isFine =
    typeof fields === 'object' &&
    fields !== null &&
    !Array.isArray(fields) &&
    Object.values(fields).every((value) => isFlat(value) || (Array.isArray(value) && value.every(isFlat)));
  if (!isFine) throw new HecRefusal('invalidFields', { eventNumber });
}

function checkIndex(json: string | undefined, { indexes }: Rules, eventNumber: number): void {
  if (json === undefined || indexes.size === 0) return;
  if (!indexes.has(String(JSON.parse(json)))) throw new HecRefusal('incorrectIndex', { eventNumber });
}

/** @throws HecRefusal */
export function defaultMetadata(rules: Rules): Metadata {
  const metadata: Metadata = new Map();
  const time = timeText(rules.defaults.time ?? '', 0);
  if (time !== null) metadata.set('time', time);
  for (const name of TEXTS) {
    const value = rules.defaults[name];
    if (value !== undefined && value !== '') metadata.set(name, JSON.stringify(value));
  }
  checkIndex(metadata.get('index'), rules, 0);
  return metadata;
}

const scratch = new Output(4096);
const put = (text: string): void => {
  const at = scratch.reserve(text.length * 3);
  scratch.length = at + scratch.bytes.write(text, at);
};
/** Key texts at the start of an object, and after another member. */
const KEYS = NAMES.map((name) => ({ first: `"${name}":`, after: `,"${name}":` }));
const membersText = (metadata: Iterable<[string, string]>): string =>
  Array.from(metadata, ([name, json]) => `"${name}":${json}`).join(',');

class EnvelopeReader {
  private readonly text: Buffer;
  private readonly batch: Batch;
  private readonly rules: Rules;
  /** By name index, as JSON text; empty when there is none. */
  private readonly common: readonly string[];
  private readonly envelope = new Envelope();
  /** Metadata names the event itself has, as bits. */
  private own = 0;
  private readonly noteOwn = (name: number): void => {
    if (name !== EVENT && this.has(name)) this.own |= 1 << name;
  };
  bytes = 0;

  constructor(body: Buffer, batch: Batch, rules: Rules) {
    // The scanner needs a final newline.
    const text = Buffer.allocUnsafe(body.length + 1);
    body.copy(text);
    text[body.length] = NEWLINE;
    for (let p = text.indexOf(NEWLINE); p < body.length; p = text.indexOf(NEWLINE, p + 1)) text[p] = RETURN;
    this.text = text;
    this.batch = batch;
    this.rules = rules;
    const metadata = defaultMetadata(rules);
    this.common = NAMES.map((name) => metadata.get(name) ?? '');
  }

  /** Objects in sequence or in a list. @throws HecRefusal; earlier events are accepted */
  read(): void {
    const { text } = this;
    const end = text.length - 1;
    let p = skipSpace(text, 0);
    const inList = text[p] === OPEN_BRACKET;
    if (inList) p = skipSpace(text, p + 1);
    for (let number = 0; p < end && text[p] !== CLOSE_BRACKET; number++) {
      const envelopeEnd = this.envelope.read(text, p);
      if (envelopeEnd < 0) throw new HecRefusal('invalidFormat', { eventNumber: number });
      this.take(number);
      this.bytes += envelopeEnd - p;
      p = skipSpace(text, envelopeEnd);
      if (inList && text[p] === COMMA) p = skipSpace(text, p + 1);
    }
    const isWhole = inList ? text[p] === CLOSE_BRACKET && skipSpace(text, p + 1) >= end : p >= end;
    if (!isWhole) throw new HecRefusal('invalidFormat', { eventNumber: this.batch.count });
  }

  private json(name: number): string {
    return this.text.toString('utf8', this.envelope.from[name], this.envelope.to[name]);
  }

  private isMissing(name: number): boolean {
    return this.envelope.to[name] === 0 || this.text[this.envelope.from[name]!] === LETTER_N;
  }

  private has(name: number): boolean {
    const { from, to } = this.envelope;
    if (this.isMissing(name)) return this.common[name] !== '';
    return name !== TIME || this.text[from[TIME]!] !== QUOTE || to[TIME]! - from[TIME]! > 2;
  }

  private take(eventNumber: number): void {
    const { text, rules, envelope } = this;
    const from = envelope.from[EVENT]!;
    const to = envelope.to[EVENT]!;
    if (this.isMissing(EVENT)) throw new HecRefusal('eventRequired', { eventNumber });
    if (text[from] === QUOTE && to - from === 2) throw new HecRefusal('eventBlank', { eventNumber });
    this.check(eventNumber);
    const isObject = text[from] === OPEN_BRACE;
    this.own = 0;
    if (isObject) eachKnown(text, from, this.noteOwn);
    scratch.clear();
    scratch.byte(OPEN_BRACE);
    this.putMetadata(~this.own);
    if (this.own !== 0) this.putOverruled(from, to);
    if (isObject) {
      const inner = skipSpace(text, from + 1);
      if (scratch.length > 1 && inner < to - 1) scratch.byte(COMMA);
      scratch.copy(text, inner, to);
    } else {
      put(scratch.length > 1 ? ',"message":' : '"message":');
      scratch.copy(text, from, to);
      scratch.byte(CLOSE_BRACE);
    }
    if (scratch.length > rules.maxEventBytes)
      throw new HecRefusal('tooLarge', {
        eventNumber,
        detail: `Event ${eventNumber} has ${scratch.length} bytes; at most ${rules.maxEventBytes} are allowed`,
      });
    this.batch.appendTrusted(scratch.view(), false);
  }

  private check(eventNumber: number): void {
    if (!this.isMissing(TIME)) timeText(this.json(TIME), eventNumber);
    if (!this.isMissing(FIELDS)) checkFields(this.json(FIELDS), eventNumber);
    if (this.rules.indexes.size > 0) {
      const index = this.isMissing(INDEX) ? this.common[INDEX] : this.json(INDEX);
      checkIndex(index === '' ? undefined : index, this.rules, eventNumber);
    }
  }

  /** Writes the metadata in `chosen` (bits) after an opening brace. */
  private putMetadata(chosen: number): void {
    const { text, envelope } = this;
    const start = scratch.length;
    for (let name = 0; name < EVENT; name++) {
      if ((chosen & (1 << name)) === 0) continue;
      if (!this.has(name)) continue;
      const from = envelope.from[name]!;
      const to = envelope.to[name]!;
      put(scratch.length > start ? KEYS[name]!.after : KEYS[name]!.first);
      if (this.isMissing(name)) put(this.common[name] ?? '');
      else if (name === TIME && text[from] === QUOTE) scratch.copy(text, from + 1, to - 1);
      else scratch.copy(text, from, to);
    }
  }

  /** Metadata with the names of event fields goes into an object under an unused name. */
  private putOverruled(from: number, to: number): void {
    const own = JSON.parse(this.text.toString('utf8', from, to)) as Record<string, unknown>;
    let name = 'splunk';
    while (Object.hasOwn(own, name)) name = `${name}_`;
    put(`${scratch.length > 1 ? ',' : ''}"${name}":{`);
    this.putMetadata(this.own);
    scratch.byte(CLOSE_BRACE);
  }
}

const isBlank = (body: Buffer): boolean => {
  for (const byte of body) if (byte > 32) return false;
  return true;
};

/**
 * Adds events up to the first invalid one; returns their bytes.
 * @throws HecRefusal when there is none
 */
export function fillFromEnvelopes(
  batch: Batch,
  body: Buffer,
  rules: Rules,
): { bytes: number; refusal: HecRefusal | null } {
  if (isBlank(body)) throw new HecRefusal('noData');
  if (!isUtf8(body)) throw new HecRefusal('invalidFormat', { detail: 'The text is not valid UTF-8' });
  const reader = new EnvelopeReader(body, batch, rules);
  try {
    reader.read();
    return { bytes: reader.bytes, refusal: null };
  } catch (error) {
    if (!(error instanceof HecRefusal)) throw error;
    return { bytes: reader.bytes, refusal: error };
  }
}

/** Adds lines with the URL's metadata; returns their bytes. @throws HecRefusal */
export function fillFromLines(batch: Batch, body: Buffer, rules: Rules): number {
  if (isBlank(body)) throw new HecRefusal('noData');
  const metadata = defaultMetadata(rules);
  const first = batch.count;
  const bytes = batch.loadLines(body);
  for (let ev = first; ev < batch.count; ev++) {
    if (batch.size(ev) > rules.maxEventBytes) throw new HecRefusal('tooLarge');
    if (metadata.size === 0) continue;
    const message = JSON.stringify(batch.message(ev) ?? '');
    batch.replaceWith(ev, Buffer.from(`{${membersText([...metadata, ['message', message]])}}`), false);
  }
  return bytes;
}
