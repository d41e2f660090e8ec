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
} from '../../../event/bytes.ts';
import { Output } from '../../../event/output.ts';
import { skipSpace } from '../../../event/scanner.ts';
import {
  EVENT_BYTES,
  type Made,
  makesTooMuch,
  PART_BYTES,
  type Part,
} from '../../shared/inbound/admission.ts';
import { joinLines } from '../../shared/payload.ts';
import { HecRefusal } from './answers.ts';
import { Envelope, EVENT, eachKnown, FIELDS, INDEX, NAMES, TIME } from './envelope.ts';
import { checkIndex, clipExample, defaultMetadata, isBlank, type Rules, timeText } from './metadata.ts';

const LETTER_N = 0x6e;

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

const scratch = new Output(4096);
const put = (text: string): void => {
  const at = scratch.reserve(text.length * 3);
  scratch.length = at + scratch.bytes.write(text, at);
};
/** Key texts at the start of an object, and after another member. */
const KEYS = NAMES.map((name) => ({ first: `"${name}":`, after: `,"${name}":` }));

/** Events of envelopes. The URL's metadata is kept once, and written into each part. */
export class EnvelopeParts implements Made {
  private readonly text: Buffer;
  private readonly newBatch: () => Batch;
  private readonly rules: Rules;
  /** By name index, as JSON text; empty without one. */
  private readonly common: readonly string[];
  private readonly envelope = new Envelope();
  /** Metadata names the event itself has, as bits. */
  private own = 0;
  private readonly noteOwn = (name: number): void => {
    if (name !== EVENT && this.has(name)) this.own |= 1 << name;
  };
  private readonly inList: boolean;
  private at: number;
  private number = 0;
  private made = 0;
  private isOver = false;
  private payloadBytes = 0;
  /** Known after the last part. */
  refusal: HecRefusal | null = null;

  /** @throws HecRefusal without any event */
  constructor(body: Buffer, newBatch: () => Batch, rules: Rules) {
    if (isBlank(body)) throw new HecRefusal('noData');
    if (!isUtf8(body)) throw new HecRefusal('invalidFormat', { detail: 'The text is not valid UTF-8' });
    // The scanner needs a final newline.
    const text = Buffer.allocUnsafe(body.length + 1);
    body.copy(text);
    text[body.length] = NEWLINE;
    joinLines(text, body.length);
    this.text = text;
    this.newBatch = newBatch;
    this.rules = rules;
    const metadata = defaultMetadata(rules);
    this.common = NAMES.map((name) => metadata.get(name) ?? '');
    const start = skipSpace(text, 0);
    this.inList = text[start] === OPEN_BRACKET;
    this.at = this.inList ? skipSpace(text, start + 1) : start;
  }

  get bytes(): number {
    return this.isOver ? 0 : this.text.length;
  }

  next(): Part | null {
    if (this.isOver) return null;
    const batch = this.newBatch();
    this.payloadBytes = 0;
    try {
      do this.readOne(batch);
      while (!this.isOver && batch.footprint < PART_BYTES);
    } catch (error) {
      if (!(error instanceof HecRefusal)) throw error;
      this.refusal = error;
      this.refusal.example = clipExample(this.text);
      this.isOver = true;
    }
    return { batch, payloadBytes: this.payloadBytes };
  }

  /** Objects in sequence or in a list. @throws HecRefusal; earlier events are accepted */
  private readOne(batch: Batch): void {
    const { text, inList, number } = this;
    const end = text.length - 1;
    const p = this.at;
    if (p >= end || text[p] === CLOSE_BRACKET) {
      this.isOver = true;
      const isWhole = inList ? text[p] === CLOSE_BRACKET && skipSpace(text, p + 1) >= end : p >= end;
      if (!isWhole) throw new HecRefusal('invalidFormat', { eventNumber: number });
      return;
    }
    const envelopeEnd = this.envelope.read(text, p);
    if (envelopeEnd < 0) throw new HecRefusal('invalidFormat', { eventNumber: number });
    this.take(batch, number);
    this.number++;
    this.payloadBytes += envelopeEnd - p;
    this.at = skipSpace(text, envelopeEnd);
    if (inList && text[this.at] === COMMA) this.at = skipSpace(text, this.at + 1);
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

  private take(batch: Batch, eventNumber: number): void {
    const { text, rules, envelope } = this;
    const from = envelope.from[EVENT]!;
    const to = envelope.to[EVENT]!;
    if (this.isMissing(EVENT)) throw new HecRefusal('eventRequired', { eventNumber });
    if (text[from] === QUOTE && to - from === 2) throw new HecRefusal('eventBlank', { eventNumber });
    this.checkSize(to - from + envelope.to[FIELDS]! - envelope.from[FIELDS]!, eventNumber);
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
    this.checkSize(scratch.length, eventNumber);
    this.made += scratch.length + EVENT_BYTES;
    if (this.made > rules.most)
      throw new HecRefusal('tooLarge', { eventNumber, detail: makesTooMuch(rules.most).message });
    batch.appendTrusted(scratch.view(), false);
  }

  private checkSize(bytes: number, eventNumber: number): void {
    const { maxEventBytes } = this.rules;
    if (bytes <= maxEventBytes) return;
    const detail = `Event ${eventNumber} has ${bytes} bytes; at most ${maxEventBytes} are allowed`;
    throw new HecRefusal('tooLarge', { eventNumber, detail });
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

  /** Metadata with names of event fields goes into an object under an unused name. */
  private putOverruled(from: number, to: number): void {
    const own = JSON.parse(this.text.toString('utf8', from, to)) as Record<string, unknown>;
    let name = 'splunk';
    while (Object.hasOwn(own, name)) name = `${name}_`;
    put(`${scratch.length > 1 ? ',' : ''}"${name}":{`);
    this.putMetadata(this.own);
    scratch.byte(CLOSE_BRACE);
  }
}
