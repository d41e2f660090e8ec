/** Where a detector found something: the answer of `find`, valid until its next call. */
export type Found = {
  start: number;
  end: number;
  /** Where the last thing found before `p` ends, or the start of the text: what stands before will be gone. */
  cut: number;
};

export type Detector = {
  /** Shorter texts, in bytes, hold nothing of the kind. */
  readonly shortest: number;
  /** Bytes at which `find` is asked, wherever they stand. */
  readonly anywhere?: string;
  /** Bytes at which `find` is asked when no word character stands before them. */
  readonly wordStart?: string;
  /** So many bytes on there must be a digit, else `find` is not asked: spares calls at every word. */
  readonly digitAfter?: number;
  /**
   * Looks at the text buf[start, end) (UTF-8) around `p`, never far; true when something is there. What is
   * found begins and ends beside ASCII characters, so that it cuts no character in two.
   */
  find(buf: Buffer, p: number, start: number, end: number, found: Found): boolean;
};

export const DIGITS = '0123456789';
export const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
export const LETTERS = UPPER + UPPER.toLowerCase();
