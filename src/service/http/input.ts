import { z } from 'zod';
import { ContractError, type ErrorDetail } from '../../contract/errors.ts';

// The contract's schemas are of zod/mini, which brings no sentences of its own.
z.config(z.locales.en());

type Issue = z.core.$ZodIssue;

const fieldOf = (path: readonly PropertyKey[], fallback: string) =>
  path.length === 0 ? fallback : path.map(String).join('.');

function detailsOfIssue(issue: Issue, parent: readonly PropertyKey[], fallback: string): ErrorDetail[] {
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
    return best.flatMap((inner) => detailsOfIssue(inner, path, fallback));
  }
  const rule: unknown = issue.code === 'custom' ? issue.params?.rule : undefined;
  return [
    {
      field: fieldOf(path, fallback),
      rule: typeof rule === 'string' ? rule : issue.code,
      message: issue.message,
    },
  ];
}

/** Field, rule and sentence of each thing that is wrong. */
export const detailsOf = (error: z.core.$ZodError, fallback: string): ErrorDetail[] =>
  error.issues.flatMap((issue) => detailsOfIssue(issue, [], fallback));

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
  if (!result.success) throw invalid(detailsOf(result.error, fallback));
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
