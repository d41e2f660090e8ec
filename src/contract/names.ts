import * as z from 'zod/mini';

/** Line breaks and bidirectional controls can [disguise a name](https://www.unicode.org/reports/tr36/). */
const MISLEADING = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

export const nameTextProblem = (label: string, name: string): string | undefined =>
  MISLEADING.test(name)
    ? `${label} must not contain control characters or characters that turn the direction of text (U+202A to U+202E, U+2066 to U+2069)`
    : undefined;

export const nameTextCheck = (label: string) =>
  z.refine<string>((name) => !MISLEADING.test(name), {
    error: (issue) => nameTextProblem(label, String(issue.input)),
    params: { rule: 'characters' },
  });
