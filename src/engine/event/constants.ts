import { VALUE_ESCAPED, VALUE_UNICODE } from './layout.ts';

export interface Arena {
  readonly epoch: number;
  append(bytes: Buffer): number;
}

/** A constant JSON value, placed once per arena and shared by its events. */
export class JsonConstant {
  readonly bytes: Buffer;
  readonly flags: number;
  private owner: Arena | null = null;
  private epoch = -1;
  private at = -1;

  constructor(value: unknown) {
    const text = JSON.stringify(value) ?? 'null';
    this.bytes = Buffer.from(text);
    this.flags = VALUE_UNICODE | (text.includes('\\') ? VALUE_ESCAPED : 0);
  }

  placeIn(arena: Arena): number {
    if (this.owner !== arena || this.epoch !== arena.epoch) {
      this.owner = arena;
      this.epoch = arena.epoch;
      this.at = arena.append(this.bytes);
    }
    return this.at;
  }
}

export class TextConstant {
  readonly text: string;
  readonly bytes: Buffer;
  readonly json: JsonConstant;
  /** JSON cannot escape it, so bytes compare without decoding. */
  readonly plain: boolean;
  readonly wellFormed: boolean;

  constructor(text: string) {
    this.text = text;
    this.bytes = Buffer.from(text);
    this.json = new JsonConstant(text);
    this.wellFormed = text.isWellFormed();
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what JSON escapes
    this.plain = this.wellFormed && !/["\\\u0000-\u001f]/.test(text);
  }
}

export const EMPTY_OBJECT = new JsonConstant({});
export const MESSAGE = new TextConstant('message');
export const ORIGIN = new TextConstant('@origin');
