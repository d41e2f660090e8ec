import type { Batch } from '../../../event/batch.ts';
import type { Path } from '../../../event/path.ts';

/** Larger numbers are milliseconds: as seconds they would be after the year 5000. */
const SECONDS_BELOW = 1e11;
const MOST_MS = 8.64e15;

/** Unix milliseconds; NaN when the event has no time. */
export function eventTime(batch: Batch, event: number, path: Path): number {
  const member = batch.get(event, path);
  if (member < 0) return Number.NaN;
  const text = batch.text(member);
  const number = batch.isNumber(member)
    ? batch.number(member)
    : /^\d+(\.\d+)?$/.test(text)
      ? Number(text)
      : null;
  const ms = number === null ? Date.parse(text) : Math.abs(number) < SECONDS_BELOW ? number * 1000 : number;
  return Math.abs(ms) <= MOST_MS ? ms : Number.NaN;
}
