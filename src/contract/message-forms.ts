/**
 * Groups messages by form, in the way of Drain: by number of words and first word, then by likeness. One
 * algorithm for what is found in captured events and for the transform that names the form of each event.
 */

/** What differs from message to message, and the expression that matches it. The first that fits counts. */
const MASKS: readonly { mask: string; is: RegExp; expression: string }[] = [
  {
    mask: '<time>',
    is: /^\[?\d{1,4}[-/](?:\d{1,2}|[A-Z][a-z]{2})[-/]\d{2,4}[T:\d.,+Z-]*\]?$/,
    expression: '\\S+',
  },
  { mask: '<time>', is: /^\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?$/, expression: '\\S+' },
  {
    mask: '<uuid>',
    is: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i,
    expression: '[\\da-fA-F-]{36}',
  },
  { mask: '<ip>', is: /^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?$/, expression: '[\\d.:]+' },
  { mask: '<num>', is: /^[-+]?\d+(?:[.,]\d+)*(?:%|[a-zA-Z]{1,3})?$/, expression: '[-+]?\\d\\S*' },
  { mask: '<hex>', is: /^(?:0x)?[\da-f]{8,}$/i, expression: '[\\da-fA-Fx]+' },
];
const ANY = '<*>';
const ANY_EXPRESSION = '\\S+';
/** Beyond so many words, or characters, a message is told by its beginning. */
const WORDS_MAX = 40;
const LENGTH_MAX = 8192;
/** Share of words that must be the same for two messages to be of one form. */
export const SIMILARITY = 0.6;
const HEX_LENGTH = 8;

const BEFORE = '"\'([{<';
const AFTER = '"\')]}>,;:.';

/** A word with what differs masked: `10.0.0.7,` is `<ip>,` and `id=42` is `id=<num>`. */
function masked(word: string): string {
  const hasDigit = /\d/.test(word);
  if (!hasDigit && word.length < HEX_LENGTH) return word;
  let start = 0;
  let end = word.length;
  // Signs around a word are of the form, not of the word.
  while (start < end && BEFORE.includes(word[start]!)) start++;
  while (end > start && AFTER.includes(word[end - 1]!)) end--;
  const text = word.slice(start, end);
  const name = text.indexOf('=') > 0 ? text.slice(0, text.indexOf('=') + 1) : '';
  const value = text.slice(name.length);
  const mask = MASKS.find(({ is }) => is.test(value))?.mask ?? (/\d/.test(value) ? ANY : null);
  return mask === null ? word : `${word.slice(0, start)}${name}${mask}${word.slice(end)}`;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

const expressionOfWord = (word: string): string =>
  word
    .split(/(<(?:time|uuid|ip|num|hex|\*)>)/)
    .map((part) => {
      if (part === ANY) return ANY_EXPRESSION;
      return MASKS.find(({ mask }) => mask === part)?.expression ?? escaped(part);
    })
    .join('');

/** What messages of one kind have in common. */
export type MessageForm = {
  /** Masks (`<num>`, `<ip>` …) stand where they differ, `<*>` where they differ in any way. */
  readonly words: readonly string[];
  /** More words may follow. */
  readonly isCut: boolean;
  /** Messages of it so far. */
  readonly count: number;
};

/** The form as people read it. */
export const formText = ({ words, isCut }: MessageForm): string => `${words.join(' ')}${isCut ? ' …' : ''}`;

/** An expression of the linear engine that matches the messages of the form. */
export const formExpression = ({ words, isCut }: MessageForm): string =>
  `^\\s*${words.map(expressionOfWord).join('\\s+')}${isCut ? '' : '\\s*$'}`;

type Form = { words: string[]; isCut: boolean; count: number; usedAt: number; bucket: string };

function isAlike(a: readonly string[], b: readonly string[], similarity: number): boolean {
  let same = 0;
  for (let at = 0; at < a.length; at++) if (a[at] === b[at]) same++;
  return same >= a.length * similarity;
}

export type MessageFormSettings = {
  /** Share of words that must be the same, 0 to 1. */
  readonly similarity?: number;
  /** Beyond so many forms the tenth of them that was not seen for longest is forgotten. */
  readonly maxForms?: number;
  /** Of the same number of words and first word; beyond, the one not seen for longest is forgotten. */
  readonly maxAlike?: number;
};

/** A message with the form it was taken into. */
export type TakenMessage = {
  readonly form: MessageForm;
  /** The form is new, or more general than it was before the message. */
  readonly isChanged: boolean;
  /** The words of the message where the form does not say them. */
  values(): string[];
};

/** The forms of the messages seen so far. */
export class MessageForms {
  readonly #similarity: number;
  readonly #maxForms: number;
  readonly #maxAlike: number;
  readonly #buckets = new Map<string, Form[]>();
  #size = 0;
  #uses = 0;

  constructor({ similarity = SIMILARITY, maxForms, maxAlike }: MessageFormSettings = {}) {
    this.#similarity = similarity;
    this.#maxForms = maxForms ?? Number.POSITIVE_INFINITY;
    this.#maxAlike = maxAlike ?? Number.POSITIVE_INFINITY;
  }

  get size(): number {
    return this.#size;
  }

  all(): MessageForm[] {
    return [...this.#buckets.values()].flat();
  }

  /** Null for a message without words. */
  take(message: string): TakenMessage | null {
    const isLong = message.length > LENGTH_MAX;
    const text = (isLong ? message.slice(0, LENGTH_MAX) : message).trim();
    if (text === '') return null;
    const all = text.split(/\s+/);
    const isCut = isLong || all.length > WORDS_MAX;
    const spoken = all.length > WORDS_MAX ? all.slice(0, WORDS_MAX) : all;
    const words = spoken.map(masked);
    const key = `${words.length} ${words[0]}`;
    const bucket = this.#buckets.get(key) ?? [];
    let form = bucket.find((one) => isAlike(one.words, words, this.#similarity));
    let isChanged = !form;
    if (!form) {
      form = this.#add(key, words, isCut);
    } else {
      isChanged = (isCut && !form.isCut) || form.words.some((word, at) => word !== ANY && word !== words[at]);
      if (isChanged) form.words = form.words.map((word, at) => (word === words[at] ? word : ANY));
      form.isCut ||= isCut;
    }
    form.count++;
    form.usedAt = ++this.#uses;
    const taken = form;
    return {
      form: taken,
      isChanged,
      values: () => spoken.filter((word, at) => word !== taken.words[at]),
    };
  }

  #add(key: string, words: string[], isCut: boolean): Form {
    if (this.#size >= this.#maxForms) this.#forgetTenth();
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      bucket = [];
      this.#buckets.set(key, bucket);
    }
    if (bucket.length >= this.#maxAlike) {
      this.#forget(bucket.reduce((oldest, one) => (one.usedAt < oldest.usedAt ? one : oldest)));
      this.#buckets.set(key, bucket);
    }
    const form = { words, isCut, count: 0, usedAt: 0, bucket: key };
    bucket.push(form);
    this.#size++;
    return form;
  }

  #forgetTenth(): void {
    const byUse = [...this.#buckets.values()].flat().sort((a, b) => a.usedAt - b.usedAt);
    for (const form of byUse.slice(0, Math.ceil(byUse.length / 10))) this.#forget(form);
  }

  #forget(form: Form): void {
    const bucket = this.#buckets.get(form.bucket);
    if (!bucket) return;
    bucket.splice(bucket.indexOf(form), 1);
    if (bucket.length === 0) this.#buckets.delete(form.bucket);
    this.#size--;
  }
}
