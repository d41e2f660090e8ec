import { formatMinute } from '../../lib/format.ts';

/** Longer than a connected engine takes to report, also over a reconnection. */
const LATE_SECONDS = 60;

/**
 * The minute that a level such as what waits is of, where the engine is away; undefined where it is of now.
 *
 * @param until how far a range that ends now was counted, in Unix seconds; undefined for ranges of the past
 */
export const formatLastKnown = (until: number | undefined, nowUnixSeconds: number): string | undefined =>
  until === undefined || nowUnixSeconds - until <= LATE_SECONDS ? undefined : formatMinute(until * 1000);
