/** A query that parses but cannot run, with the position of its fault. */
export class ArchiveSearchRefused extends Error {
  readonly at: number;
  readonly length: number;

  constructor(message: string, { at, length }: { at: number; length: number }) {
    super(message);
    this.at = at;
    this.length = length;
  }
}

/** The message says why, and what to do. */
export class ArchiveSearchFailed extends Error {
  static tooLong = (limitMs: number): ArchiveSearchFailed =>
    new ArchiveSearchFailed(
      `The search was ended after ${limitMs / 1000} s. Search a shorter time or one source.`,
    );

  static tooLarge = (): ArchiveSearchFailed =>
    new ArchiveSearchFailed('The search needed too much memory. Search a shorter time or one source.');

  static crashed = (how: string): ArchiveSearchFailed =>
    new ArchiveSearchFailed(`The process that searches ended (${how}). Try again.`);

  static stopped = (): ArchiveSearchFailed =>
    new ArchiveSearchFailed('The service is stopping. Try again once it runs.');

  static canceled = (): ArchiveSearchFailed => new ArchiveSearchFailed('The search was canceled.');
}
