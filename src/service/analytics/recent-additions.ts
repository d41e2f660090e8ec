import type { Clock } from '../clock.ts';
import type { CounterBucketRow, CounterColumns } from '../store/schema.ts';
import type { BucketRange } from '../store/series.ts';
import { listBucketRows } from './bucket-rows.ts';
import { addFigures, createFigures, negateFigures } from './figures.ts';
import { formatPlace, type Key, parsePlace } from './places.ts';

/** Moments up to this far back can be read exactly; older ranges have whole rows. */
export const RECENT_MS = 30_000;

/** Growth from one report; `at` in Unix milliseconds, `bucket` in Unix seconds. */
type Addition = { at: number; bucket: number; key: Key; figures: CounterColumns };

function sumByKey(additions: readonly Addition[]): Map<Key, CounterColumns> {
  const sums = new Map<Key, CounterColumns>();
  for (const { key, figures } of additions)
    sums.set(key, addFigures(sums.get(key) ?? createFigures(), figures));
  return sums;
}

/**
 * Additions of the last 30 seconds. Rows are ten seconds wide; these make all answers for one moment agree.
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
    /** Negative rows for additions after `until` (Unix milliseconds). */
    listTakenOff: (range: BucketRange, until: number): CounterBucketRow[] => {
      const byBucket = Map.groupBy(listSince(until), ({ bucket }) => bucket);
      const buckets = new Map([...byBucket].map(([bucket, own]) => [bucket, sumByKey(own)]));
      return listBucketRows(buckets, range).map((row) => ({ ...row, ...negateFigures(row) }));
    },
    /** By place: additions of these instances (default all) after `until` (Unix milliseconds). */
    sumSince: (until: number, pods?: readonly number[]): ReadonlyMap<Key, CounterColumns> =>
      sumByKey(
        listSince(until).flatMap((addition) => {
          const place = parsePlace(addition.key);
          return (pods?.includes(place.pod) ?? true) ? [{ ...addition, key: formatPlace(place) }] : [];
        }),
      ),
  };
}
