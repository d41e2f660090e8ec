import { computeDistance, countAllowedTypos } from './similar.ts';

export type Named = { id: string; name: string };

/** `typed`: the sentence's words. `isWhole`: false for a part of the name. */
export type Found<T extends Named> =
  | { kind: 'one'; item: T; typed: string; isWhole: boolean }
  | { kind: 'many'; items: T[]; typed: string; isWhole: boolean }
  | { kind: 'none' };

/** Lower case; dashes, dots, underscores and quotes become single spaces. */
export const simplify = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Words around names that name nothing themselves. */
const NOISE = new Set([
  ...[
    'a',
    'an',
    'the',
    'my',
    'our',
    'this',
    'that',
    'it',
    'to',
    'from',
    'in',
    'of',
    'on',
    'and',
    'or',
    'for',
  ],
  ...['with', 'into', 'by', 'all', 'is', 'are', 'pipeline', 'pipelines', 'source', 'sources', 'site', 'logs'],
  ...[
    'destination',
    'destinations',
    'sink',
    'sinks',
    'log',
    'data',
    'events',
    'event',
    'new',
    'please',
    'now',
  ],
]);

/** `isOther`: followed by another number, as `web-2` is not `web-1`. */
type Hit<T> = { item: T; rank: number; length: number; typed: string; isOther?: boolean };

/** `length` in words; `most` typos, none in digits. */
type Form = {
  name: string;
  joined: string;
  digits: string;
  length: number;
  parts: ReadonlySet<string>;
  most: number;
};

const readDigits = (text: string): string => text.replace(/\D+/g, ' ').trim();
const NUMBER = /^\d+$/;

const forms = new WeakMap<Named, Form>();

/** Precomputed, since one question compares every name several times. */
function toForm(item: Named): Form {
  const known = forms.get(item);
  if (known) return known;
  const name = simplify(item.name);
  const words = name.split(' ');
  const form: Form = {
    name,
    joined: words.join(''),
    digits: readDigits(words.join('')),
    length: words.length,
    parts: new Set(words),
    most: countAllowedTypos(name.length),
  };
  forms.set(item, form);
  return form;
}

type Window = { typed: string; said: string };
type Sentence = { words: readonly string[]; windows: (size: number) => readonly Window[] };

function readWords(sentence: string): Sentence {
  const words = simplify(sentence).split(' ');
  const bySize = new Map<number, Window[]>();
  const listWindows = (size: number): Window[] =>
    Array.from({ length: Math.max(0, words.length - size + 1) }, (_, at) => {
      const own = words.slice(at, at + size);
      return { typed: own.join(' '), said: own.join('') };
    });
  return {
    words,
    windows(size) {
      const known = bySize.get(size) ?? listWindows(size);
      bySize.set(size, known);
      return known;
    },
  };
}

function findHit<T extends Named>(item: T, { words, windows }: Sentence): Hit<T> | undefined {
  const { name, joined, digits, length, parts, most } = toForm(item);
  if (name === '') return undefined;
  const exact = windows(length).find(({ typed }) => typed === name);
  if (exact) return { item, rank: 3, length: name.length, typed: exact.typed };
  // `weblogs` for `web-logs`, and typos.
  const isClose = ({ typed, said }: Window) =>
    said === joined ||
    (most > 0 &&
      !NOISE.has(typed) &&
      computeDistance(said, joined, most) <= most &&
      readDigits(said) === digits);
  const close = [length, length - 1, length + 1]
    .flatMap((size) => (size > 0 ? windows(size) : []))
    .find(isClose);
  if (close) return { item, rank: 2, length: name.length, typed: close.typed };
  // Part of the name: `web` for `web-logs`.
  const part = words.find((word) => word.length > 2 && !NOISE.has(word) && parts.has(word));
  if (part === undefined) return undefined;
  const said = words[words.indexOf(part) + 1] ?? '';
  const isOther = NUMBER.test(said) && !parts.has(said) && [...parts].some((one) => NUMBER.test(one));
  return { item, rank: 1, length: part.length, typed: part, isOther };
}

/** Finds a named thing: whole names, then typos, then parts. */
export function findNamed<T extends Named>(sentence: string, items: readonly T[]): Found<T> {
  const read = readWords(sentence);
  const hits = items.flatMap((item) => findHit(item, read) ?? []);
  const [first] = hits.toSorted((a, b) => b.rank - a.rank || b.length - a.length);
  if (!first) return { kind: 'none' };
  const best = hits.filter(
    (hit) =>
      hit.rank === first.rank && (first.rank === 1 ? hit.typed === first.typed : hit.length === first.length),
  );
  if (best.length === 1 && first.isOther) return { kind: 'none' };
  return best.length === 1
    ? { kind: 'one', item: first.item, typed: first.typed, isWhole: first.rank > 1 }
    : { kind: 'many', items: best.map(({ item }) => item), typed: first.typed, isWhole: first.rank > 1 };
}

/** All whole names in order; longer names hide shorter ones within them. */
export function listNamed<T extends Named>(sentence: string, items: readonly T[]): T[] {
  let rest = ` ${simplify(sentence)} `;
  const found: { item: T; at: number }[] = [];
  for (const item of items.toSorted((a, b) => b.name.length - a.name.length)) {
    const name = ` ${toForm(item).name} `;
    const at = name.trim() === '' ? -1 : rest.indexOf(name);
    if (at < 0) continue;
    found.push({ item, at });
    rest = rest.slice(0, at + 1) + '\0'.repeat(name.length - 2) + rest.slice(at + name.length - 1);
  }
  return found.toSorted((a, b) => a.at - b.at).map(({ item }) => item);
}
