import { SELECT_OPTION_CAP } from '../../src/contract/limits.ts';
import { frecencyOf, recentIds, type Usage } from './frecency.ts';
import type { PaletteCommand, PaletteItem, PaletteRow } from './palette.types.ts';

export const RECENT_SECTION = 'Recent';
export const MAX_ROWS = 50;
const RECENT_COUNT = 5;

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

function isSubsequence(part: string, text: string): boolean {
  let at = 0;
  for (const character of text) if (character === part[at]) at += 1;
  return at === part.length;
}

function wordScore(word: string, title: string, titleWords: string[], keywords: string[]): number {
  if (title.startsWith(word)) return 6;
  if (titleWords.some((candidate) => candidate.startsWith(word))) return 5;
  if (title.includes(word)) return 4;
  if (keywords.some((candidate) => candidate.startsWith(word))) return 3;
  if (keywords.some((candidate) => candidate.includes(word))) return 2;
  return word.length > 2 && titleWords.some((candidate) => isSubsequence(word, candidate)) ? 1 : 0;
}

/** How well an item fits the typed words; 0 when one of them fits nowhere. */
export function matchScore(query: string, item: PaletteItem): number {
  const title = item.title.toLowerCase();
  const titleWords = wordsOf(title);
  const keywords = [...(item.keywords ?? []), item.group].flatMap(wordsOf);
  if (title === query.trim().toLowerCase()) return 100;
  let total = 0;
  const words = query.toLowerCase().trim().split(/\s+/);
  for (const word of words) {
    const score = wordScore(word, title, titleWords, keywords);
    if (score === 0) return 0;
    total += score;
  }
  return total / words.length;
}

const toRow = (item: PaletteItem, section: string): PaletteRow => ({
  id: item.id,
  title: item.title,
  group: item.group,
  section,
  ...(item.keywords ? { keywords: item.keywords } : {}),
  ...(item.refusal === undefined ? {} : { refusal: item.refusal }),
});

const bestFirst = <Item extends PaletteItem>(
  items: readonly Item[],
  query: string,
  weight: (id: string) => number,
) =>
  items
    .map((item, index) => ({ item, index, score: matchScore(query, item), weight: weight(item.id) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.weight - a.weight || a.index - b.index)
    .map(({ item }) => item);

/**
 * Commands to list: without a query the recents, then all in their order; with one the best fit first,
 * where use only breaks ties. Commands that cannot run now stay in the list.
 */
export function commandRows(
  commands: readonly PaletteCommand[],
  query: string,
  usage: Usage,
  now: number,
): PaletteRow[] {
  if (query.trim() !== '') {
    return bestFirst(commands, query, (id) => frecencyOf(usage, id, now))
      .slice(0, MAX_ROWS)
      .map((command) => toRow(command, command.group));
  }
  const recent = recentIds(usage, RECENT_COUNT).flatMap((id) =>
    commands.filter((command) => command.id === id),
  );
  const rest = commands.filter((command) => !recent.includes(command));
  return [
    ...recent.map((command) => toRow(command, RECENT_SECTION)),
    ...rest.map((command) => toRow(command, command.group)),
  ].slice(0, MAX_ROWS);
}

/** Options to list, at most 35 (R2.8-34). */
export const optionRows = (options: readonly PaletteItem[], query: string): PaletteRow[] =>
  (query.trim() === '' ? [...options] : bestFirst(options, query, () => 0))
    .slice(0, SELECT_OPTION_CAP)
    .map((option) => toRow(option, option.group));
