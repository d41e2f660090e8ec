/** The client nests its errors; the outermost says only 'Cannot connect to any broker'. */

type Nested = Error & { readonly errors?: unknown; readonly cause?: unknown };

/** An error and its causes, outermost first. */
export function listErrors(error: unknown, seen = new Set<unknown>()): Error[] {
  if (!(error instanceof Error) || seen.has(error)) return [];
  seen.add(error);
  const { errors, cause } = error as Nested;
  const inner = [...(Array.isArray(errors) ? errors : []), cause];
  return [error, ...inner.flatMap((one) => listErrors(one, seen))];
}

const readText = (error: Error, name: string): string => {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : '';
};

/**
 * Protocol error names, such as TOPIC_AUTHORIZATION_FAILED
 * (https://kafka.apache.org/protocol#protocol_error_codes).
 */
export const listApiErrors = (error: unknown): string[] =>
  listErrors(error)
    .map((one) => readText(one, 'apiId'))
    .filter((id) => id !== '');

export const findByCode = (error: unknown, code: RegExp): Error | undefined =>
  listErrors(error).find((one) => code.test(readText(one, 'code')));

export const findServerMessage = (error: unknown): string =>
  listErrors(error)
    .map((one) => readText(one, 'serverErrorMessage'))
    .find((text) => text !== '') ?? '';

export function getLeafMessage(error: unknown): string {
  const leaf = listErrors(error).at(-1);
  return leaf === undefined ? String(error) : leaf.message.replace(/\.$/, '');
}
