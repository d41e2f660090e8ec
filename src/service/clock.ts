export type Clock = () => number;

/** RFC 3339 from milliseconds; 0 is the empty time. */
export const formatTime = (ms: number): string =>
  ms === 0 ? '0001-01-01T00:00:00Z' : new Date(ms).toISOString();
