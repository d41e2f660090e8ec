import type { SqlPlace } from '../types/query.ts';

export class QueryRefused extends Error {
  static rowTooLarge = (maxBytes: number): QueryRefused =>
    new QueryRefused(
      `The first row has more than ${maxBytes / 1_000_000} MB. Choose fewer columns, or the beginning of long texts: left(message, 1000)`,
    );

  readonly place: SqlPlace | undefined;

  constructor(message: string, place?: SqlPlace) {
    super(message);
    this.place = place;
  }
}

/** The message says why, and what to do. */
export class QueryFailed extends Error {
  static tooLong = (limitMs: number): QueryFailed =>
    new QueryFailed(`The query was ended after ${limitMs / 1000} s. Query a shorter time, or fewer tables.`);

  static tooLarge = (): QueryFailed =>
    new QueryFailed(
      'The query needed too much memory. Query a shorter time, fewer tables or fewer columns, or group its rows.',
    );

  static crashed = (how: string): QueryFailed =>
    new QueryFailed(`The process that runs queries ended (${how}). Try again.`);

  static stopped = (): QueryFailed => new QueryFailed('The service is stopping. Try again once it runs.');

  static canceled = (): QueryFailed => new QueryFailed('The query was canceled.');
}
