const createClass = (test: RegExp): Uint8Array => {
  const table = new Uint8Array(256);
  for (let c = 0; c < 128; c++) table[c] = test.test(String.fromCharCode(c)) ? 1 : 0;
  return table;
};

export const IS_WORD = createClass(/\w/);
export const IS_DIGIT = createClass(/\d/);
export const IS_LETTER = createClass(/[A-Za-z]/);
export const IS_ALNUM = createClass(/[A-Za-z0-9]/);
export const IS_HEX = createClass(/[0-9A-Fa-f]/);
export const IS_BASE64URL = createClass(/[\w-]/);
export const IS_TOKEN = createClass(/[\w.~+/=-]/);

/** The byte before `p`, or a space at the start. */
export const before = (buf: Buffer, p: number, start: number): number => (p > start ? buf[p - 1]! : 32);
export const at = (buf: Buffer, p: number, end: number): number => (p < end ? buf[p]! : 32);

/** End of the run of `table` bytes at `p`, at most `most` long. */
export function runEnd(buf: Buffer, p: number, end: number, table: Uint8Array, most: number): number {
  const stop = Math.min(end, p + most);
  let q = p;
  while (q < stop && table[buf[q]!] === 1) q++;
  return q;
}

export const isBoundary = (buf: Buffer, p: number, end: number): boolean => IS_WORD[at(buf, p, end)] === 0;
