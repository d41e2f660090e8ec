/** JavaScript may round numbers this long. */
const LONG_NUMBER = /[:,[\s-]\d{16}/;
const WHOLE = /^-?\d+$/;

/**
 * Third argument of a
 * [reviver](https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/JSON/parse); not
 * in every browser.
 */
type Written = { readonly source?: string };

function keepDigits(_name: string, value: unknown, written?: Written): unknown {
  const source = written?.source;
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  return source !== undefined && WHOLE.test(source) ? source : value;
}

/**
 * Keeps integers that JavaScript cannot hold as texts of their digits.
 * @throws SyntaxError
 */
export const parseExactJson = (text: string): unknown =>
  LONG_NUMBER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
