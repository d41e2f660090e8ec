import { structuredPatch } from 'diff';

export type TextLine = { kind: 'same' | 'added' | 'removed' | 'skipped'; text: string };

const CONTEXT_LINES = 3;
/** Larger texts could take seconds. */
const LINES_MAX = 5000;

const KINDS = { '+': 'added', '-': 'removed' } as const;

/** Changed lines with context; undefined when too long to compare. */
export function diffLines(before: string, after: string): TextLine[] | undefined {
  const count = (text: string) => text.split('\n').length;
  if (count(before) > LINES_MAX || count(after) > LINES_MAX) return undefined;
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: CONTEXT_LINES });
  return hunks.flatMap(({ lines, oldStart }, index) => [
    ...(index > 0 || oldStart > 1 ? [{ kind: 'skipped' as const, text: '…' }] : []),
    ...lines
      .filter((text) => !text.startsWith('\\'))
      .map((text) => ({ kind: KINDS[text[0] as keyof typeof KINDS] ?? ('same' as const), text })),
  ]);
}
