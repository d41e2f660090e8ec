import { createHash } from 'node:crypto';
import type { AlertCondition } from '../../contract/entities/alert.ts';
import type { AlertRunRow } from '../store/schema.ts';
import type { Points } from './judge.ts';
import { type Span, spreadRuns } from './runs.ts';
import type { Watched } from './targets.ts';

export const formatMatchesKey = (targetKey: string, query: string, field?: string): string => {
  const what = field === undefined ? query : `${query}\0${field}`;
  return `${targetKey}#${createHash('sha256').update(what).digest('hex').slice(0, 16)}`;
};

/** Stored separately, since there are many: the total, and each value under its own key. */
export const FIELD_MATCHES = 'fieldMatches';
const VALUE_MARK = '#';
export const formatValueKey = (matchesKey: string, value: string): string =>
  `${matchesKey}${VALUE_MARK}${encodeURIComponent(value)}`;

/** By minute: the total, and by field value if requested. */
export type Matches = { values: Points; groups: ReadonlyMap<string, Points> };
export type MatchesAsked = { query: string; field?: string | undefined };
export type CountMatches = (target: Watched, asked: MatchesAsked, span: Span) => Promise<Matches>;

type Asked = Pick<AlertCondition, 'query' | 'groupField'>;
type ReadRuns = (metric: string) => Promise<ReadonlyMap<string, AlertRunRow[]>>;

export function createMatchReader(span: Span, readRuns: ReadRuns, countMatches?: CountMatches) {
  const findMatches = async (target: Watched, { query, field }: MatchesAsked): Promise<Matches> => {
    if (countMatches) return countMatches(target, { query, field }, span);
    const key = formatMatchesKey(target.key, query, field);
    const stored = await readRuns(field === undefined ? 'logMatches' : FIELD_MATCHES);
    const values = spreadRuns(stored.get(key) ?? [], span);
    const groups = new Map<string, Points>();
    const begin = `${key}${VALUE_MARK}`;
    if (field !== undefined)
      for (const [one, own] of stored) {
        if (!one.startsWith(begin)) continue;
        const points = spreadRuns(own, span).map((value, index) =>
          values[index] === null ? null : (value ?? 0),
        );
        groups.set(decodeURIComponent(one.slice(begin.length)), points);
      }
    return { values, groups };
  };
  const found = new Map<string, Promise<Matches>>();
  const readMatches = (target: Watched, { query = '', groupField: field }: Asked): Promise<Matches> => {
    const key = formatMatchesKey(target.key, query, field);
    const known = found.get(key) ?? findMatches(target, { query, field });
    found.set(key, known);
    return known;
  };
  return {
    readAll: async (asked: Pick<Asked, 'query'>, target: Watched): Promise<Points> =>
      (await readMatches(target, { query: asked.query })).values,
    /** A value missing from a known span counts 0. */
    readValue: async (asked: Asked, target: Watched, value: string): Promise<Points> => {
      const { values, groups } = await readMatches(target, asked);
      return groups.get(value) ?? values.map((all) => (all === null ? null : 0));
    },
    /** Field values in the span with their counts, commonest first. */
    readValues: async (
      asked: Asked,
      things: readonly Watched[],
    ): Promise<[value: string, count: number][]> => {
      const counts = new Map<string, number>();
      for (const thing of things)
        for (const [value, points] of (await readMatches(thing, asked)).groups) {
          const count = points.reduce<number>((total, one) => total + (one ?? 0), 0);
          if (count > 0) counts.set(value, (counts.get(value) ?? 0) + count);
        }
      return [...counts].sort(([a, most], [b, more]) => more - most || (a < b ? -1 : 1));
    },
  };
}
