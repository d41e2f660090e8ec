/**
 * Clusters messages as Drain does (https://jiemingzhu.github.io/pub/pjhe_icws2017.pdf): by word count
 * and first word, then by similarity. Shared by insights and the transform that extracts patterns.
 */

/** Masks of variable parts, and their expressions. The first match wins. */
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
/** Longer messages are clustered by their beginning. */
const WORDS_MAX = 40;
const LENGTH_MAX = 8192;
/** Share of equal words that puts two messages in one pattern. */
export const SIMILARITY = 0.6;
const HEX_LENGTH = 8;

const BEFORE = '"\'([{<';
const AFTER = '"\')]}>,;:.';

/** Masks the variable part: `10.0.0.7,` becomes `<ip>,` and `id=42` becomes `id=<num>`. */
function masked(word: string): string {
  const hasDigit = /\d/.test(word);
  if (!hasDigit && word.length < HEX_LENGTH) return word;
  let start = 0;
  let end = word.length;
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

/** The common part of similar messages. */
export type EventPattern = {
  /** Masks (`<num>`, `<ip>` …) where they differ; `<*>` for anything. */
  readonly words: readonly string[];
  /** More words may follow. */
  readonly isCut: boolean;
  readonly count: number;
};

export const formatEventPattern = ({ words, isCut }: EventPattern): string =>
  `${words.join(' ')}${isCut ? ' …' : ''}`;

/** A linear expression that matches the pattern's messages. */
export const toPatternExpression = ({ words, isCut }: EventPattern): string =>
  `^\\s*${words.map(expressionOfWord).join('\\s+')}${isCut ? '' : '\\s*$'}`;

type Cluster = { words: string[]; isCut: boolean; count: number; usedAt: number; bucket: string };

function isAlike(a: readonly string[], b: readonly string[], similarity: number): boolean {
  let same = 0;
  for (let at = 0; at < a.length; at++) if (a[at] === b[at]) same++;
  return same >= a.length * similarity;
}

export type EventPatternsSettings = {
  /** Share of equal words, 0 to 1. */
  readonly similarity?: number;
  /** Beyond this, the least recently used tenth is forgotten. */
  readonly maxPatterns?: number;
  /** Limit per word count and first word; beyond it, the least recently used one is forgotten. */
  readonly maxAlike?: number;
};

export type PatternMatch = {
  readonly pattern: EventPattern;
  /** The pattern is new, or this message made it more general. */
  readonly isChanged: boolean;
  values(): string[];
};

export class EventPatterns {
  readonly #similarity: number;
  readonly #maxPatterns: number;
  readonly #maxAlike: number;
  readonly #buckets = new Map<string, Cluster[]>();
  #size = 0;
  #uses = 0;

  constructor({ similarity = SIMILARITY, maxPatterns, maxAlike }: EventPatternsSettings = {}) {
    this.#similarity = similarity;
    this.#maxPatterns = maxPatterns ?? Number.POSITIVE_INFINITY;
    this.#maxAlike = maxAlike ?? Number.POSITIVE_INFINITY;
  }

  get size(): number {
    return this.#size;
  }

  all(): EventPattern[] {
    return [...this.#buckets.values()].flat();
  }

  /** Null for a message without words. */
  take(message: string): PatternMatch | null {
    const isLong = message.length > LENGTH_MAX;
    const text = (isLong ? message.slice(0, LENGTH_MAX) : message).trim();
    if (text === '') return null;
    const all = text.split(/\s+/);
    const isCut = isLong || all.length > WORDS_MAX;
    const spoken = all.length > WORDS_MAX ? all.slice(0, WORDS_MAX) : all;
    const words = spoken.map(masked);
    const key = `${words.length} ${words[0]}`;
    const bucket = this.#buckets.get(key) ?? [];
    let pattern = bucket.find((one) => isAlike(one.words, words, this.#similarity));
    let isChanged = !pattern;
    if (!pattern) {
      pattern = this.#add(key, words, isCut);
    } else {
      isChanged =
        (isCut && !pattern.isCut) || pattern.words.some((word, at) => word !== ANY && word !== words[at]);
      if (isChanged) pattern.words = pattern.words.map((word, at) => (word === words[at] ? word : ANY));
      pattern.isCut ||= isCut;
    }
    pattern.count++;
    pattern.usedAt = ++this.#uses;
    const taken = pattern;
    return {
      pattern: taken,
      isChanged,
      values: () => spoken.filter((word, at) => word !== taken.words[at]),
    };
  }

  #add(key: string, words: string[], isCut: boolean): Cluster {
    if (this.#size >= this.#maxPatterns) this.#forgetTenth();
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      bucket = [];
      this.#buckets.set(key, bucket);
    }
    if (bucket.length >= this.#maxAlike) {
      this.#forget(bucket.reduce((oldest, one) => (one.usedAt < oldest.usedAt ? one : oldest)));
      this.#buckets.set(key, bucket);
    }
    const pattern = { words, isCut, count: 0, usedAt: 0, bucket: key };
    bucket.push(pattern);
    this.#size++;
    return pattern;
  }

  #forgetTenth(): void {
    const byUse = [...this.#buckets.values()].flat().sort((a, b) => a.usedAt - b.usedAt);
    for (const pattern of byUse.slice(0, Math.ceil(byUse.length / 10))) this.#forget(pattern);
  }

  #forget(pattern: Cluster): void {
    const bucket = this.#buckets.get(pattern.bucket);
    if (!bucket) return;
    bucket.splice(bucket.indexOf(pattern), 1);
    if (bucket.length === 0) this.#buckets.delete(pattern.bucket);
    this.#size--;
  }
}
