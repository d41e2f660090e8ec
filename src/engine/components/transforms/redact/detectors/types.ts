/** Valid until the detector's next call. */
export type Found = {
  start: number;
  end: number;
  /** End of the previous match, or start of the text: everything before it will be removed. */
  cut: number;
};

export type Detector = {
  /** Shorter texts (bytes) cannot match. */
  readonly shortest: number;
  /** Bytes that trigger `find` anywhere. */
  readonly anywhere?: string;
  /** Bytes that trigger `find` at the start of a word. */
  readonly wordStart?: string;
  /** Bytes that trigger `find` after a letter or an underscore. */
  readonly afterLetter?: string;
  /** A digit must follow at this distance; avoids calls at every word. */
  readonly digitAfter?: number;
  /**
   * Searches buf[start, end) (UTF-8) near `p`; true on a match. Matches begin and end next to ASCII
   * characters, so that no character is split.
   */
  find(buf: Buffer, p: number, start: number, end: number, found: Found): boolean;
};

export const DIGITS = '0123456789';
export const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
export const LETTERS = UPPER + UPPER.toLowerCase();
