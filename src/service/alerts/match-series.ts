import { createHash } from 'node:crypto';
import type { AlertCondition } from '../../contract/entities/alert.ts';
import type { AlertRunRow } from '../store/schema.ts';
import type { Points } from './judge.ts';
import { type Span, spreadRuns } from './runs.ts';
import type { Watched } from './targets.ts';

/** Under which the matches of a query in what is watched are stored, also by a field. */
export const formatMatchesKey = (targetKey: string, query: string, field?: string): string => {
  const what = field === undefined ? query : `${query}\0${field}`;
  return `${targetKey}#${createHash('sha256').update(what).digest('hex').slice(0, 16)}`;
};

/** Matches by a field are many, and are stored apart: of all, and of each value under a key of its own. */
export const FIELD_MATCHES = 'fieldMatches';
const VALUE_MARK = '#';
export const formatValueKey = (matchesKey: string, value: string): string =>
  `${matchesKey}${VALUE_MARK}${encodeURIComponent(value)}`;

/** Matches by minute: of all, and of each value of a field where one was asked for. */
export type Matches = { values: Points; groups: ReadonlyMap<string, Points> };
export type MatchesAsked = { query: string; field?: string | undefined };
/** Counts what matches now. */
export type CountMatches = (target: Watched, asked: MatchesAsked, span: Span) => Promise<Matches>;

type Asked = Pick<AlertCondition, 'query' | 'groupField'>;
type ReadRuns = (metric: string) => Promise<ReadonlyMap<string, AlertRunRow[]>>;

/** Reads matches in archives; what was stored when it was judged, unless it is counted now. */
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
    /** A value that an archive does not have in the span came not once in what is known of it. */
    readValue: async (asked: Asked, target: Watched, value: string): Promise<Points> => {
      const { values, groups } = await readMatches(target, asked);
      return groups.get(value) ?? values.map((all) => (all === null ? null : 0));
    },
    /** Values of the field that came within the span, with how often, the commonest first. */
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
