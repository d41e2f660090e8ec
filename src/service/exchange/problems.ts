import type { z } from 'zod';
import { ContractError, type ErrorDetail } from '../../contract/errors.ts';
import { type ParsedYaml, type Path, type Positions, positionKey, type TextProblem } from './yaml/parse.ts';

export type Problems = {
  add(path: Path, rule: string, message: string): void;
  addIssues(path: Path, error: z.core.$ZodError): void;
  addDetails(path: Path, details: readonly ErrorDetail[]): void;
  readonly found: readonly TextProblem[];
};

const MAX_TOLD = 50;

const isIndex = (part: string): boolean => /^\d+$/.test(part);

export function createProblems(positions: Positions): Problems {
  const found: TextProblem[] = [];
  const isText = Object.keys(positions).length > 0;
  const formatPlace = (path: Path): [number, number] => {
    for (let length = path.length; length >= 0; length -= 1) {
      const place = positions[positionKey(path.slice(0, length))];
      if (place) return place;
    }
    // Several files are one definition: the path names the file.
    return isText ? [1, 1] : [0, 0];
  };
  const add: Problems['add'] = (path, rule, message) => {
    const [line, column] = formatPlace(path);
    found.push({ line, column, field: path.join('.'), rule, message });
  };
  return {
    add,
    addIssues: (path, error) => {
      for (const issue of error.issues) {
        const inside = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
        if (issue.code === 'unrecognized_keys') {
          for (const key of issue.keys)
            add([...path, ...inside, key], 'unknown_field', `'${key}' is not known here`);
        } else add([...path, ...inside], issue.code, issue.message);
      }
    },
    addDetails: (path, details) => {
      for (const { field, rule, message } of details) {
        const inside =
          field === '' ? [] : field.split('.').map((part) => (isIndex(part) ? Number(part) : part));
        add([...path, ...inside], rule, message);
      }
    },
    found,
  };
}

const toSentence = ({ line, column, field, message }: TextProblem): string => {
  if (line === 0) return field === '' ? message : `${field}: ${message}`;
  return `line ${line}, column ${column}${field === '' ? '' : ` (${field})`}: ${message}`;
};

/** @throws ContractError VALIDATION_FAILED with a detail for each, in text order */
export function refuseProblems(problems: readonly TextProblem[]): void {
  if (problems.length === 0) return;
  const ordered = problems.toSorted((a, b) => a.line - b.line || a.column - b.column).slice(0, MAX_TOLD);
  const [first] = ordered;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  throw new ContractError(
    'VALIDATION_FAILED',
    `The definition cannot be imported. ${first ? toSentence(first) : ''}${more}`,
    { details: ordered.map((one) => ({ ...one, field: one.field === '' ? 'definition' : one.field })) },
  );
}

/** @throws ContractError VALIDATION_FAILED */
export function requireParsed(parsed: ParsedYaml): Extract<ParsedYaml, { positions: Positions }> {
  if (parsed.problems) refuseProblems(parsed.problems);
  if (parsed.problems) throw new Error('a text with problems was taken');
  return parsed;
}
