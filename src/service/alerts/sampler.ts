import type { AlertRunRow } from '../store/schema.ts';
import { MINUTE_SECONDS } from '../store/series.ts';

export type Sample = { siteId: string; metric: string; key: string; value: number };

/** The worst sample of a minute counts: the lowest of what runs out, else the highest. */
const isLeastWorst = (metric: string): boolean => metric === 'daysLeft' || metric === 'keyDaysLeft';

/** Collects samples as runs of minutes with equal values. A minute without a sample ends the run. */
export function createSampler() {
  let minute = 0;
  let worst = new Map<string, Sample>();
  const runs = new Map<string, AlertRunRow>();

  /** @param minute start in Unix seconds */
  const finish = (): AlertRunRow[] => {
    const finished: AlertRunRow[] = [];
    for (const [id, { siteId, metric, key, value }] of worst) {
      const last = runs.get(id);
      const isSame = last?.value === value && last.to_minute === minute;
      const run: AlertRunRow = {
        metric,
        site_id: siteId,
        target_key: key,
        from_minute: isSame ? last.from_minute : minute,
        to_minute: minute + MINUTE_SECONDS,
        value,
      };
      runs.set(id, run);
      finished.push(run);
    }
    for (const id of runs.keys()) if (!worst.has(id)) runs.delete(id);
    worst = new Map();
    return finished;
  };

  return {
    /**
     * @param nowSeconds Unix seconds
     * @returns the previous minute's runs once another minute began, even after a clock change
     */
    add(samples: readonly Sample[], nowSeconds: number): AlertRunRow[] {
      const now = Math.floor(nowSeconds / MINUTE_SECONDS) * MINUTE_SECONDS;
      const finished = now === minute ? [] : finish();
      minute = now;
      for (const sample of samples) {
        const id = `${sample.siteId}/${sample.metric}/${sample.key}`;
        const known = worst.get(id);
        const isWorse =
          !known || (isLeastWorst(sample.metric) ? sample.value < known.value : sample.value > known.value);
        if (isWorse) worst.set(id, sample);
      }
      return finished;
    },
  };
}
