import { formatMinute } from '../../lib/format.ts';

/** Longer than a connected engine takes to report, even after reconnecting. */
const LATE_SECONDS = 60;

/**
 * Minute of the last known level, such as waiting data, while the engine is disconnected; undefined when
 * current.
 *
 * @param until count time of a range that ends now, in Unix seconds; undefined for past ranges
 */
export const formatLastKnown = (until: number | undefined, nowUnixSeconds: number): string | undefined =>
  until === undefined || nowUnixSeconds - until <= LATE_SECONDS ? undefined : formatMinute(until * 1000);
