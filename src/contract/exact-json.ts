/** JavaScript may round a number with this many digits. */
const LONG_NUMBER = /[:,[\s-]\d{16}/;
const WHOLE = /^-?\d+$/;

/** The third argument of a reviver, where it is known: not in every browser. */
type Written = { readonly source?: string };

function keepDigits(_name: string, value: unknown, written?: Written): unknown {
  const source = written?.source;
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  return source !== undefined && WHOLE.test(source) ? source : value;
}

/**
 * Parses JSON. Whole numbers that JavaScript cannot hold become texts of their digits.
 * @throws SyntaxError
 */
export const parseExactJson = (text: string): unknown =>
  LONG_NUMBER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
