import { z } from 'zod';
import { ContractError, type ErrorDetail } from '../../contract/errors.ts';

// The contract's schemas are of zod/mini, which brings no sentences of its own.
z.config(z.locales.en());

type Issue = z.core.$ZodIssue;

const fieldOf = (path: readonly PropertyKey[], fallback: string) =>
  path.length === 0 ? fallback : path.map(String).join('.');

const TYPE_WORDS: Record<string, string> = {
  number: 'a number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** What stands at a path; undefined where nothing does. */
const valueAt = (whole: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    whole,
  );

/** How zod begins what a schema does not say in its own words. */
const ZODS_WORDS = /^Invalid (input|option)/;

/** Of what is missing, and of a number that is none: zod speaks of `undefined` and `NaN`, which nobody sent. */
function plainFault(issue: Issue, given: unknown): Pick<ErrorDetail, 'rule' | 'message'> | undefined {
  if (!ZODS_WORDS.test(issue.message)) return undefined;
  const wanted =
    issue.code === 'invalid_type'
      ? TYPE_WORDS[issue.expected]
      : issue.code === 'invalid_value' && `one of ${issue.values.map(String).join(', ')}`;
  if (!wanted) return undefined;
  if (given === undefined) return { rule: 'required', message: `is required (${wanted})` };
  return issue.code === 'invalid_type' && issue.expected === 'number' && typeof given !== 'number'
    ? { rule: issue.code, message: `must be ${wanted}` }
    : undefined;
}

function detailsOfIssue(
  issue: Issue,
  whole: unknown,
  parent: readonly PropertyKey[],
  fallback: string,
): ErrorDetail[] {
  const path = [...parent, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: fieldOf([...path, key], key),
      rule: 'unknown_field',
      message: `'${key}' is not a field of this call`,
    }));
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const best = issue.errors.at(-1) ?? [];
    return best.flatMap((inner) => detailsOfIssue(inner, whole, path, fallback));
  }
  const rule: unknown = issue.code === 'custom' ? issue.params?.rule : undefined;
  const plain = plainFault(issue, valueAt(whole, path));
  return [
    {
      field: fieldOf(path, fallback),
      rule: typeof rule === 'string' ? rule : issue.code,
      message: issue.message,
      ...plain,
    },
  ];
}

/** Field, rule and sentence of each thing that is wrong with a value. */
export const detailsOf = (error: z.core.$ZodError, value: unknown, fallback: string): ErrorDetail[] =>
  error.issues.flatMap((issue) => detailsOfIssue(issue, value, [], fallback));

export const invalid = (details: ErrorDetail[]): ContractError =>
  new ContractError('VALIDATION_FAILED', details.map((one) => `${one.field}: ${one.message}`).join('; '), {
    details,
  });

/**
 * Reads one part of a request with its schema.
 * @throws ContractError VALIDATION_FAILED with a detail per fault.
 */
export function readPart(schema: z.core.$ZodType, value: unknown, fallback: string): unknown {
  const result = z.safeParse(schema, value);
  if (!result.success) throw invalid(detailsOf(result.error, value, fallback));
  return result.data;
}

/** Parses a JSON body; an empty one counts as `{}`. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'cannot be read';
    throw invalid([{ field: 'body', rule: 'json', message: `is not valid JSON (${why})` }]);
  }
}

/** Query parameters: one value as text, several as a list (R7-02). */
export const queryValues = (all: Record<string, string[]>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(all).map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );

const TAG = /^(?:W\/)?"?(\d{1,15})"?$/;

/**
 * Reads `If-Match`: the version of a tag, or `*`.
 * @throws ContractError PRECONDITION_REQUIRED when missing, VALIDATION_FAILED when it is no version.
 */
export function readIfMatch(header: string | undefined): number | '*' {
  if (header === undefined || header.trim() === '') {
    throw new ContractError(
      'PRECONDITION_REQUIRED',
      "Send If-Match with the version you changed (from ETag), or '*' to overwrite whatever is there",
      { details: [{ field: 'If-Match', rule: 'required', message: 'is required' }] },
    );
  }
  if (header.trim() === '*') return '*';
  const version = TAG.exec(header.trim())?.[1];
  if (version === undefined) {
    throw invalid([
      { field: 'If-Match', rule: 'version', message: 'must be a version such as "3", or \'*\'' },
    ]);
  }
  return Number(version);
}
