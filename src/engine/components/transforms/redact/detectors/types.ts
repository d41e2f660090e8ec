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
  readonly anywhere?: string;
  /** Bytes that trigger it at the start of a word. */
  readonly wordStart?: string;
  /** Bytes that trigger it after a letter or an underscore. */
  readonly afterLetter?: string;
  /** Every match has one of `bytes` at this distance from its first byte: searched where those are rarer. */
  readonly mark?: { readonly bytes: string; readonly after: number };
  /**
   * Whether ASCII digits that trigger `find` may belong to a match, by their number (MOST_DIGITS for more)
   * and the byte after them (a space at the end). Avoids calls at every number.
   */
  readonly mayHave?: (digits: number, next: number) => boolean;
  /**
   * Searches buf[start, end) (UTF-8) near `p`; true on a match. Matches begin and end next to ASCII
   * characters, so that no character is split.
   */
  find(buf: Buffer, p: number, start: number, end: number, found: Found): boolean;
};

/** Longer runs are not distinguished. */
export const MOST_DIGITS = 13;

export const DIGITS = '0123456789';
export const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
export const LETTERS = UPPER + UPPER.toLowerCase();
