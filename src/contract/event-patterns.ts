/**
 * Clusters messages with the same ordinary words in the same places, whatever numbers, addresses and names
 * vary. Shared by insights and the pattern transform.
 */

import { ANY, type EventWord, MASK_EXPRESSIONS, readWord, splitWords, TEXT } from './event-words.ts';

const ANY_EXPRESSION = '\\S+';
/** Longer messages are clustered by their beginning. */
const WORDS_MAX = 40;
const LENGTH_MAX = 8192;
/** Share of equal words that merges messages with different ordinary words. */
export const SIMILARITY = 0.6;
/** Beyond this many variants, the differing words count as names. */
const VARIANTS_MAX = 4;
/** A new pattern is compared with the latest ones of its word count. */
const COMPARED_MAX = 200;
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/ /g, '\\s+');

const expressionOfWord = (word: string): string =>
  word
    .split(/(<(?:[a-z]+|\*)>)/)
    .map((part) => (part === ANY ? ANY_EXPRESSION : (MASK_EXPRESSIONS.get(part) ?? escaped(part))))
    .join('');

export type EventPattern = {
  /** Ordinary words; its fixed identity. */
  readonly key: string;
  /** Masks (`<num>`, `<ip>` …) where they differ; `<*>` for anything. */
  readonly words: readonly string[];
  /** More words may follow. */
  readonly isCut: boolean;
  readonly count: number;
};

export const formatEventPattern = ({ words, isCut }: EventPattern): string =>
  `${words.join(' ')}${isCut ? ' …' : ''}`;

export const toPatternExpression = ({ words, isCut }: EventPattern): string =>
  `^\\s*${words.map(expressionOfWord).join('\\s+')}${isCut ? '' : '\\s*$'}`;

type Cluster = {
  key: string;
  keys: readonly string[];
  words: string[];
  isCut: boolean;
  count: number;
  usedAt: number;
};

export type EventPatternsSettings = {
  readonly similarity?: number;
  /** Beyond this, the least recently used tenth is dropped. */
  readonly maxPatterns?: number;
};

export type PatternMatch = {
  readonly pattern: EventPattern;
  /** New, or made more general by this message. */
  readonly isChanged: boolean;
  values(): string[];
};

const hasSpaces = (word: string): boolean => /<(?:text|time|size)>/.test(word);

/** Names in lower case, never codes. */
const SNAKE = /^[a-z]+(?:_[a-z]+)+$/;

function listKeys(words: readonly EventWord[]): string[] {
  const keys: string[] = [];
  let mayName: EventWord | null = null;
  for (const word of words) {
    const isName: boolean =
      mayName !== null && (word.isName || (mayName.key === word.key && word.key !== 'for'));
    const isSnake = keys.length > 0 && word.key.includes('_') && SNAKE.test(word.key);
    keys.push(isName || isSnake ? '*' : word.key);
    mayName = word.isNaming && !isName ? word : null;
  }
  return keys;
}

/** Positions of different ordinary words, as text; null when too many or others differ. */
function listDifferences(a: readonly string[], b: readonly string[], most: number): string | null {
  const places: number[] = [];
  for (let at = 0; at < a.length; at++) {
    if (a[at] === b[at]) continue;
    if (a[at] === '*' || b[at] === '*' || places.length === most) return null;
    places.push(at);
  }
  return places.join(' ');
}

export class EventPatterns {
  readonly #similarity: number;
  readonly #maxPatterns: number;
  readonly #clusters = new Map<string, Cluster>();
  /** By word count, oldest first. */
  readonly #sizes = new Map<number, Cluster[]>();
  /** By word count: keys where names replace ordinary words. */
  readonly #general = new Map<number, Cluster[]>();
  #uses = 0;

  constructor({ similarity = SIMILARITY, maxPatterns }: EventPatternsSettings = {}) {
    this.#similarity = similarity;
    this.#maxPatterns = maxPatterns ?? Number.POSITIVE_INFINITY;
  }

  get size(): number {
    return this.#clusters.size;
  }

  all(): EventPattern[] {
    return [...this.#clusters.values()];
  }

  /** Null without words. */
  take(message: string): PatternMatch | null {
    const isLong = message.length > LENGTH_MAX;
    const text = (isLong ? message.slice(0, LENGTH_MAX) : message).trim();
    if (text === '') return null;
    const all = splitWords(text);
    const isCut = isLong || all.length > WORDS_MAX;
    const spoken = all.length > WORDS_MAX ? all.slice(0, WORDS_MAX) : all;
    const read = spoken.map(readWord);
    const keys = listKeys(read);
    const key = keys.join(' ');
    const known = this.#clusters.get(key) ?? this.#findGeneral(keys) ?? this.#generalize(keys);
    const pattern =
      known ??
      this.#add(
        key,
        keys,
        read.map((word) => word.text),
        isCut,
      );
    let isChanged = known === undefined;
    for (let at = 0; at < read.length; at++) {
      const former = pattern.words[at]!;
      const { text } = read[at]!;
      if (former === text || former === TEXT) continue;
      const wider = hasSpaces(former) || hasSpaces(text) ? TEXT : ANY;
      if (former === wider) continue;
      pattern.words[at] = wider;
      isChanged = true;
    }
    if (isCut && !pattern.isCut) {
      pattern.isCut = true;
      isChanged = true;
    }
    pattern.count++;
    pattern.usedAt = ++this.#uses;
    return { pattern, isChanged, values: () => spoken.filter((word, at) => word !== pattern.words[at]) };
  }

  #findGeneral(keys: readonly string[]): Cluster | undefined {
    return this.#general
      .get(keys.length)
      ?.find((one) => one.keys.every((key, at) => key === '*' || key === keys[at]));
  }

  /** The pattern of the words shared by several patterns, if they are enough. */
  #generalize(keys: readonly string[]): Cluster | undefined {
    const most = Math.floor(keys.filter((key) => !key.includes('*')).length * (1 - this.#similarity) + 1e-9);
    if (most === 0) return undefined;
    const alike = new Map<string, Cluster[]>();
    for (const one of (this.#sizes.get(keys.length) ?? []).slice(-COMPARED_MAX)) {
      const places = listDifferences(one.keys, keys, most);
      if (places === null) continue;
      const others = alike.get(places) ?? [];
      others.push(one);
      alike.set(places, others);
      if (others.length >= VARIANTS_MAX) return this.#addGeneral(keys, places.split(' ').map(Number), one);
    }
    return undefined;
  }

  #addGeneral(keys: readonly string[], places: readonly number[], like: Cluster): Cluster {
    const general = keys.map((key, at) => (places.includes(at) ? '*' : key));
    const key = general.join(' ');
    const cluster = this.#clusters.get(key) ?? this.#add(key, general, [...like.words], like.isCut);
    const others = this.#general.get(keys.length) ?? [];
    others.push(cluster);
    this.#general.set(keys.length, others);
    return cluster;
  }

  #add(key: string, keys: readonly string[], words: string[], isCut: boolean): Cluster {
    if (this.#clusters.size >= this.#maxPatterns) this.#forgetTenth();
    const cluster = { key, keys, words, isCut, count: 0, usedAt: this.#uses };
    this.#clusters.set(key, cluster);
    const same = this.#sizes.get(keys.length) ?? [];
    same.push(cluster);
    this.#sizes.set(keys.length, same);
    return cluster;
  }

  #forgetTenth(): void {
    const byUse = [...this.#clusters.values()].sort((a, b) => a.usedAt - b.usedAt);
    const forgotten = new Set(byUse.slice(0, Math.ceil(byUse.length / 10)));
    for (const { key } of forgotten) this.#clusters.delete(key);
    for (const lists of [this.#sizes, this.#general])
      for (const [size, list] of lists) {
        const kept = list.filter((one) => !forgotten.has(one));
        if (kept.length > 0) lists.set(size, kept);
        else lists.delete(size);
      }
  }
}
