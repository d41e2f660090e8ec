import type { IconName } from '../icons/icon-table.ts';

/** A kind of source or destination, as pickers list it. */
export type PickableType = {
  id: string;
  name: string;
  description: string;
  icon: IconName;
  /** Heading it stands under. */
  group: string;
  /** Why it can lose data; empty when it cannot. */
  lossReasons: readonly string[];
};

export type GroupOfTypes = { label: string; types: readonly PickableType[] };

/** How well a word fits: at the start of the name, in the name, in what is said about it; undefined if not. */
function rankOf(type: PickableType, word: string): number | undefined {
  const name = type.name.toLowerCase();
  if (name.startsWith(word)) return 0;
  if (name.includes(word)) return 1;
  return `${type.id} ${type.group} ${type.description}`.toLowerCase().includes(word) ? 2 : undefined;
}

/**
 * The types that every word typed is found in, in groups; groups keep their order until something is typed,
 * then the best match comes first.
 */
export function matchingTypes(types: readonly PickableType[], search: string): GroupOfTypes[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const ranked = types.flatMap((type) => {
    const ranks = words.map((word) => rankOf(type, word));
    return ranks.includes(undefined) ? [] : [{ type, rank: Math.max(0, ...ranks.map((rank) => rank ?? 0)) }];
  });
  ranked.sort((a, b) => a.rank - b.rank);
  const groups = Map.groupBy(ranked, ({ type }) => type.group);
  return [...groups].map(([label, members]) => ({ label, types: members.map(({ type }) => type) }));
}
