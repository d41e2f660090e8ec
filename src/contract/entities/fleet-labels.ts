import * as z from 'zod/mini';

export const LABELS_MAX = 20;
const KEY_MAX_LENGTH = 63;
const VALUE_MAX_LENGTH = 200;
export const AGENTS_AT_ONCE = 1000;

const KEY = /^[A-Za-z0-9][\w./-]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROL = /[\u0000-\u001f\u007f]/;
const TOO_MANY = `An agent has at most ${LABELS_MAX} labels`;

function findKeyProblem(key: string): string | undefined {
  if (!KEY.test(key)) return `'${key}' is no key: a letter or digit, then letters, digits and . _ - /`;
  return key.length > KEY_MAX_LENGTH ? `A key must be at most ${KEY_MAX_LENGTH} characters` : undefined;
}

function findValueProblem(key: string, value: string): string | undefined {
  if (value.trim() === '') return `'${key}' needs a value`;
  if (value.length > VALUE_MAX_LENGTH) return `A value must be at most ${VALUE_MAX_LENGTH} characters`;
  return CONTROL.test(value) ? 'A value must be one line' : undefined;
}

function findProblem(pairs: readonly [key: string, value: string][]): string | undefined {
  if (pairs.length > LABELS_MAX) return TOO_MANY;
  for (const [key, value] of pairs) {
    const problem = findKeyProblem(key) ?? findValueProblem(key, value);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Set by operators, beside reported attributes. */
export const labelsSchema = z.record(z.string(), z.string()).check(
  z.superRefine((labels, { addIssue }) => {
    const message = findProblem(Object.entries(labels));
    if (message !== undefined) addIssue({ code: 'custom', message, path: [] });
  }),
);
export type Labels = z.infer<typeof labelsSchema>;

/** Words; quotes keep spaces: `site="North branch"`. */
const WORD = /(?:[^\s,"]|"[^"]*"?)+/g;

export type LabelChange = { labels: Labels; removed: string[] };

/**
 * `environment=staging -old` sets one label and removes the other.
 * @returns the change, or what is wrong as a sentence
 */
export function readLabelText(text: string): LabelChange | string {
  const pairs: [string, string][] = [];
  const removed: string[] = [];
  for (const [word] of text.matchAll(WORD)) {
    const plain = word.replaceAll('"', '');
    const at = plain.indexOf('=');
    if (at < 0 && !plain.startsWith('-'))
      return `Write '${plain}' as key=value, or -${plain} to take it away`;
    if (at < 0) removed.push(plain.slice(1));
    else pairs.push([plain.slice(0, at), plain.slice(at + 1)]);
  }
  return findProblem(pairs) ?? { labels: Object.fromEntries(pairs), removed };
}

export const formatLabels = (labels: Labels): string[] =>
  Object.entries(labels)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${value}`);
