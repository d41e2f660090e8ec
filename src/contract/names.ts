import * as z from 'zod/mini';

/** Breaks the line, or turns the direction of the text behind it so that a name reads as another one. */
const MISLEADING = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** The sentence that says which characters a name must not hold, or undefined when it holds none of them. */
export const nameTextProblem = (label: string, name: string): string | undefined =>
  MISLEADING.test(name)
    ? `${label} must not contain control characters or characters that turn the direction of text (U+202A to U+202E, U+2066 to U+2069)`
    : undefined;

/** The rule of `nameTextProblem` as a check of a text. */
export const nameTextCheck = (label: string) =>
  z.refine<string>((name) => !MISLEADING.test(name), {
    error: (issue) => nameTextProblem(label, String(issue.input)),
    params: { rule: 'characters' },
  });
