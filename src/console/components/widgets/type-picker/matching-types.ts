import type { IconName } from '../../../lib/icons/icon-names.ts';

export type PickableType = {
  id: string;
  name: string;
  description: string;
  icon: IconName;
  group: string;
  /** Empty if it cannot lose data. */
  lossReasons: readonly string[];
};

export type GroupOfTypes = { label: string; types: readonly PickableType[] };

/** Rank: start of the name, in the name, elsewhere; undefined without a match. */
function rankTypeByWord(type: PickableType, word: string): number | undefined {
  const name = type.name.toLowerCase();
  if (name.startsWith(word)) return 0;
  if (name.includes(word)) return 1;
  return `${type.id} ${type.group} ${type.description}`.toLowerCase().includes(word) ? 2 : undefined;
}

/** Types that match every word, in groups. A search sorts the groups by best match. */
export function findMatchingTypes(types: readonly PickableType[], search: string): GroupOfTypes[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const ranked = types.flatMap((type) => {
    const ranks = words.map((word) => rankTypeByWord(type, word));
    return ranks.includes(undefined) ? [] : [{ type, rank: Math.max(0, ...ranks.map((rank) => rank ?? 0)) }];
  });
  ranked.sort((a, b) => a.rank - b.rank);
  const groups = Map.groupBy(ranked, ({ type }) => type.group);
  return [...groups].map(([label, members]) => ({ label, types: members.map(({ type }) => type) }));
}
