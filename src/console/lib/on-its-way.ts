/** What waits for less than this many seconds is on its way. */
const ON_ITS_WAY_SECONDS = 10;

/**
 * Whether so much waits only because it flows.
 * @param rate per second of what goes in, in the unit of what waits; undefined while it is not known
 */
export const isOnItsWay = (waiting: number, rate: number | undefined): boolean =>
  waiting <= ON_ITS_WAY_SECONDS * (rate ?? 0);
