/** What comes in within this many seconds may wait without anything being wrong. */
const ON_ITS_WAY_SECONDS = 10;

/**
 * Whether data that waits is just on its way, not held up.
 * @param rate per second of what goes in, in the unit of `waiting`; undefined while unknown
 */
export const isOnItsWay = (waiting: number, rate: number | undefined): boolean =>
  waiting <= ON_ITS_WAY_SECONDS * (rate ?? 0);
