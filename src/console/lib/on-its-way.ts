/** Waiting data received within this many seconds is normal. */
const ON_ITS_WAY_SECONDS = 10;

/**
 * Whether waiting data is just in transit.
 * @param rate of input per second, in the unit of `waiting`; undefined if unknown
 */
export const isOnItsWay = (waiting: number, rate: number | undefined): boolean =>
  waiting <= ON_ITS_WAY_SECONDS * (rate ?? 0);
