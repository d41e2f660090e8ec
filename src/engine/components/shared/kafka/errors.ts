/** The client nests its errors, so that their tops say only 'Cannot connect to any broker'. */

type Nested = Error & { readonly errors?: unknown; readonly cause?: unknown };

/** An error and all below it, the outermost first. */
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

/** Names of the errors of the protocol, such as TOPIC_AUTHORIZATION_FAILED. */
export const listApiErrors = (error: unknown): string[] =>
  listErrors(error)
    .map((one) => readText(one, 'apiId'))
    .filter((id) => id !== '');

export const findByCode = (error: unknown, code: RegExp): Error | undefined =>
  listErrors(error).find((one) => code.test(readText(one, 'code')));

/** What the broker wrote, if anything. */
export const findServerMessage = (error: unknown): string =>
  listErrors(error)
    .map((one) => readText(one, 'serverErrorMessage'))
    .find((text) => text !== '') ?? '';

/** The deepest reason. */
export function getLeafMessage(error: unknown): string {
  const leaf = listErrors(error).at(-1);
  return leaf === undefined ? String(error) : leaf.message.replace(/\.$/, '');
}
