import { z } from 'zod';
import { ContractError, type ErrorDetail } from '../../contract/errors.ts';

// zod/mini has no messages of its own.
z.config(z.locales.en());

type Issue = z.core.$ZodIssue;

const formatField = (path: readonly PropertyKey[], fallback: string) =>
  path.length === 0 ? fallback : path.map(String).join('.');

const TYPE_WORDS: Record<string, string> = {
  number: 'a number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const readValue = (whole: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    whole,
  );

/** How zod's own messages begin. */
const ZODS_WORDS = /^Invalid (input|option)/;

/** zod speaks of `undefined` and `NaN`, which nobody sent. */
function describeFault(issue: Issue, given: unknown): Pick<ErrorDetail, 'rule' | 'message'> | undefined {
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

function toIssueDetails(
  issue: Issue,
  whole: unknown,
  parent: readonly PropertyKey[],
  fallback: string,
): ErrorDetail[] {
  const path = [...parent, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: formatField([...path, key], key),
      rule: 'unknown_field',
      message: `'${key}' is not a field of this call`,
    }));
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const best = issue.errors.at(-1) ?? [];
    return best.flatMap((inner) => toIssueDetails(inner, whole, path, fallback));
  }
  const rule: unknown = issue.code === 'custom' ? issue.params?.rule : undefined;
  const plain = describeFault(issue, readValue(whole, path));
  return [
    {
      field: formatField(path, fallback),
      rule: typeof rule === 'string' ? rule : issue.code,
      message: issue.message,
      ...plain,
    },
  ];
}

export const toDetails = (error: z.core.$ZodError, value: unknown, fallback: string): ErrorDetail[] =>
  error.issues.flatMap((issue) => toIssueDetails(issue, value, [], fallback));

export const invalid = (details: ErrorDetail[]): ContractError =>
  new ContractError('VALIDATION_FAILED', details.map((one) => `${one.field}: ${one.message}`).join('; '), {
    details,
  });

/** @throws ContractError VALIDATION_FAILED with a detail per fault */
export function readPart(schema: z.core.$ZodType, value: unknown, fallback: string): unknown {
  const result = z.safeParse(schema, value);
  if (!result.success) throw invalid(toDetails(result.error, value, fallback));
  return result.data;
}

/** An empty body counts as `{}`. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'cannot be read';
    throw invalid([{ field: 'body', rule: 'json', message: `is not valid JSON (${why})` }]);
  }
}

export const readQueryValues = (all: Record<string, string[]>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(all).map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );

const TAG = /^(?:W\/)?"?(\d{1,15})"?$/;

/**
 * Version of a tag, or `*`.
 * @throws ContractError PRECONDITION_REQUIRED when missing, VALIDATION_FAILED when malformed
 */
export function readIfMatch(header: string | undefined): number | '*' {
  if (header === undefined || header.trim() === '') {
    throw new ContractError(
      'PRECONDITION_REQUIRED',
      "Send If-Match with the version you changed (from ETag), or '*' to overwrite the current one",
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
