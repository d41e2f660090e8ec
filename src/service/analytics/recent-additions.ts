import type { Clock } from '../clock.ts';
import type { CounterBucketRow, CounterColumns } from '../store/schema.ts';
import type { BucketRange } from '../store/series.ts';
import { listBucketRows } from './bucket-rows.ts';
import { addFigures, createFigures, negateFigures } from './figures.ts';
import { formatPlace, type Key, parsePlace } from './places.ts';

/** A moment this far back can still be read exactly; before that a range has whole rows. */
export const RECENT_MS = 30_000;

/** What one report of an engine added to a place of an instance; `at` in Unix milliseconds, `bucket` in Unix seconds. */
type Addition = { at: number; bucket: number; key: Key; figures: CounterColumns };

function sumByKey(additions: readonly Addition[]): Map<Key, CounterColumns> {
  const sums = new Map<Key, CounterColumns>();
  for (const { key, figures } of additions)
    sums.set(key, addFigures(sums.get(key) ?? createFigures(), figures));
  return sums;
}

/**
 * What was added in the last half minute. Rows are ten seconds wide, so two answers that are read one second apart
 * would differ; with these, all that is asked for one moment is of that moment.
 */
export function createRecentAdditions(clock: Clock) {
  let recent: Addition[] = [];
  const listSince = (until: number) => recent.filter(({ at }) => at > until);
  return {
    add: (addition: Addition): void => {
      const oldest = clock() - RECENT_MS;
      if (recent[0] && recent[0].at <= oldest) recent = listSince(oldest);
      if (addition.at > oldest) recent.push(addition);
    },
    /** Rows below zero, of what was added after `until` (Unix milliseconds). */
    listTakenOff: (range: BucketRange, until: number): CounterBucketRow[] => {
      const byBucket = Map.groupBy(listSince(until), ({ bucket }) => bucket);
      const buckets = new Map([...byBucket].map(([bucket, own]) => [bucket, sumByKey(own)]));
      return listBucketRows(buckets, range).map((row) => ({ ...row, ...negateFigures(row) }));
    },
    /** By place, of what these instances (all when left out) added after `until` (Unix milliseconds). */
    sumSince: (until: number, pods?: readonly number[]): ReadonlyMap<Key, CounterColumns> =>
      sumByKey(
        listSince(until).flatMap((addition) => {
          const place = parsePlace(addition.key);
          return (pods?.includes(place.pod) ?? true) ? [{ ...addition, key: formatPlace(place) }] : [];
        }),
      ),
  };
}
