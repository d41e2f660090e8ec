import { SELECT_OPTION_CAP } from '../../src/contract/limits.ts';
import { computeFrecency, listRecentIds, type Usage } from './frecency.ts';
import type { PaletteCommand, PaletteItem, PaletteRow } from './palette.types.ts';

export const RECENT_SECTION = 'Recent';
export const MAX_ROWS = 50;
const RECENT_COUNT = 5;

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** ASCII is checked without the regular expression, which is slower. */
function isInWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
  return LETTER_OR_DIGIT.test(text.charAt(at));
}

function isStartingAWord(part: string, text: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
    if (at === 0 || !isInWord(text, at - 1)) return true;
  return false;
}

function isSubsequenceOfAWord(part: string, text: string): boolean {
  let found = 0;
  for (let at = 0; at < text.length; at++) {
    if (!isInWord(text, at)) found = 0;
    else if (text[at] === part[found] && ++found === part.length) return true;
  }
  return false;
}

type Searched = { title: string; keywords: string; phrases: readonly string[] };

/** Lower-cased texts are cached by item, and of a list that is searched again by list: ranking runs on every keystroke. */
const searchedByItem = new WeakMap<PaletteItem, Searched>();
const searchedByList = new WeakMap<readonly PaletteItem[], readonly Searched[]>();

function getSearchedText(item: PaletteItem): Searched {
  const known = searchedByItem.get(item);
  if (known) return known;
  const phrases = (item.keywords ?? []).map((phrase) => phrase.toLowerCase());
  const keywords = [...phrases, item.group.toLowerCase()].join(' ');
  const searched = { title: item.title.toLowerCase(), keywords, phrases };
  searchedByItem.set(item, searched);
  return searched;
}

function getSearchedTexts(items: readonly PaletteItem[]): readonly Searched[] {
  const known = searchedByList.get(items);
  if (known?.length === items.length) return known;
  const texts = items.map(getSearchedText);
  searchedByList.set(items, texts);
  return texts;
}

const STARTS_TITLE = 6;
const STARTS_WORD = 5;

function scoreWord(word: string, { title, keywords }: Searched): number {
  if (title.startsWith(word)) return STARTS_TITLE;
  if (isStartingAWord(word, title)) return STARTS_WORD;
  if (title.includes(word)) return 4;
  if (isStartingAWord(word, keywords)) return 3;
  if (keywords.includes(word)) return 2;
  return word.length > 2 && isSubsequenceOfAWord(word, title) ? 1 : 0;
}

/** Whether one typo separates the words: an extra, missing or wrong letter, or two swapped. */
function isOneEditAway(word: string, other: string): boolean {
  if (Math.abs(word.length - other.length) > 1) return false;
  let at = 0;
  while (at < word.length && word[at] === other[at]) at++;
  const rest = (text: string, from: number) => text.slice(from);
  if (word.length > other.length) return rest(word, at + 1) === rest(other, at);
  if (word.length < other.length) return rest(word, at) === rest(other, at + 1);
  const isSwapped = word[at] === other[at + 1] && word[at + 1] === other[at];
  return (
    rest(word, at + 1) === rest(other, at + 1) || (isSwapped && rest(word, at + 2) === rest(other, at + 2))
  );
}

/** Short words resemble too many others. */
const TYPO_LENGTH = 4;

function scoreTypedWord(word: string, searched: Searched): number {
  const score = scoreWord(word, searched);
  if (score > 0 || word.length < TYPO_LENGTH) return score;
  const isNear = (text: string) => text.split(/[^\p{L}\p{N}]+/u).some((other) => isOneEditAway(word, other));
  if (isNear(searched.title)) return 0.5;
  return isNear(searched.keywords) ? 0.25 : 0;
}

type Query = { text: string; words: string[]; score: typeof scoreWord };

const parseQuery = (query: string, score = scoreWord): Query => {
  const text = query.trim().toLowerCase();
  return { text, words: text.split(/\s+/), score };
};

const EXACT_TITLE = 100;
/** The typed words are a name of the command. */
const EXACT_PHRASE = 7;
/** Commands that cannot run follow runnable ones that fit about as well. */
const REFUSED_COSTS = 1.5;
const LEAST = 0.1;

/** 0 when one of the typed words does not match. */
function scoreItem({ text, words, score: scoreOf }: Query, searched: Searched): number {
  if (searched.title === text) return EXACT_TITLE;
  let total = 0;
  for (const word of words) {
    const score = scoreOf(word, searched);
    if (score === 0) return 0;
    total += score;
  }
  const mean = total / words.length;
  const isKnownBy = searched.phrases.includes(text) || searched.title.startsWith(`${text} `);
  // Among equal names, the one with them in its title wins.
  return isKnownBy ? EXACT_PHRASE + mean / 10 : mean;
}

/** No less than the score, and found much sooner. */
function boundScore({ text, words }: Query, { title, phrases }: Searched): number {
  if (phrases.length > 0) return EXACT_TITLE;
  if (title.startsWith(text))
    return title.length === text.length || title[text.length] === ' ' ? EXACT_TITLE : STARTS_TITLE;
  return words.some((word) => title.startsWith(word)) ? STARTS_TITLE : STARTS_WORD;
}

type Fit<Item> = { item: Item; score: number; weight: number };

const isBetter = (a: Fit<unknown>, b: Fit<unknown>): boolean =>
  a.score > b.score || (a.score === b.score && a.weight > b.weight);

/** `hasMore`: others match too. */
export type Ranked<Item> = { best: Item[]; hasMore: boolean };

/**
 * The `limit` best matches. Ties are broken by `weight`, then by order. One letter may match nearly all of
 * 20,000 names: those that cannot be among the best are passed over. Where nothing matches, typing errors are
 * allowed for.
 */
export function sortBestFirst<Item extends PaletteItem>(
  items: readonly Item[],
  query: string,
  limit: number,
  weight?: (id: string) => number,
): Ranked<Item> {
  const exact = rankBy(parseQuery(query), items, limit, weight);
  return exact.best.length > 0 ? exact : rankBy(parseQuery(query, scoreTypedWord), items, limit, weight);
}

function rankBy<Item extends PaletteItem>(
  asked: Query,
  items: readonly Item[],
  limit: number,
  weight?: (id: string) => number,
): Ranked<Item> {
  const texts = getSearchedTexts(items);
  const best: Fit<Item>[] = [];
  let hasMore = false;
  for (let at = 0; at < items.length; at++) {
    const item = items[at];
    const searched = texts[at];
    if (!item || !searched) continue;
    const last = best.length === limit ? best.at(-1) : undefined;
    if (last && hasMore) {
      const bound = boundScore(asked, searched);
      if (bound < last.score || (bound === last.score && !weight)) continue;
    }
    const fits = scoreItem(asked, searched);
    if (fits === 0) continue;
    const isRefused = item.refusal !== undefined && fits < EXACT_TITLE;
    const score = isRefused ? Math.max(LEAST, fits - REFUSED_COSTS) : fits;
    if (last) hasMore = true;
    if (last && score < last.score) continue;
    const fit = { item, score, weight: weight?.(item.id) ?? 0 };
    if (last && !isBetter(fit, last)) continue;
    let place = best.length;
    for (let other = best[place - 1]; other && isBetter(fit, other); other = best[place - 1]) place--;
    best.splice(place, 0, fit);
    if (best.length > limit) best.pop();
  }
  return { best: best.map(({ item }) => item), hasMore };
}

const toRow = (item: PaletteItem, section: string): PaletteRow => ({
  id: item.id,
  title: item.title,
  group: item.group,
  section,
  ...(item.keywords ? { keywords: item.keywords } : {}),
  ...(item.refusal === undefined ? {} : { refusal: item.refusal }),
});

/** Refused rows shown beside runnable ones; further words find the others. */
const REFUSED_SHOWN = 6;

function foldRefused(ranked: readonly PaletteCommand[]): PaletteCommand[] {
  if (ranked.every(({ refusal }) => refusal !== undefined)) return [...ranked];
  let refused = 0;
  return ranked.filter(({ refusal }) => refusal === undefined || ++refused <= REFUSED_SHOWN);
}

/**
 * Without a query: recent commands, then all in order. With one: best match first, ties by usage. Refused
 * commands follow runnable ones that fit about as well.
 */
export function listCommandRows(
  commands: readonly PaletteCommand[],
  query: string,
  usage: Usage,
  now: number,
): PaletteRow[] {
  if (query.trim() !== '') {
    const getUsageWeight = (id: string) => computeFrecency(usage, id, now);
    const { best } = sortBestFirst(commands, query, MAX_ROWS, getUsageWeight);
    return foldRefused(best).map((command) => toRow(command, command.group));
  }
  const recent = listRecentIds(usage, RECENT_COUNT).flatMap((id) =>
    commands.filter((command) => command.id === id),
  );
  const rest = commands.filter((command) => !recent.includes(command));
  return [
    ...recent.map((command) => toRow(command, RECENT_SECTION)),
    ...rest.map((command) => toRow(command, command.group)),
  ].slice(0, MAX_ROWS);
}

/** At most 35. */
export const listOptionRows = (options: readonly PaletteItem[], query: string): PaletteRow[] =>
  (query.trim() === ''
    ? options.slice(0, SELECT_OPTION_CAP)
    : sortBestFirst(options, query, SELECT_OPTION_CAP).best
  ).map((option) => toRow(option, option.group));
