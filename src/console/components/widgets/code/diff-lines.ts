import { structuredPatch } from 'diff';

/** `number` is the line number in its text. */
export type DiffLine = {
  kind: 'same' | 'added' | 'removed';
  text: string;
  before: number | undefined;
  after: number | undefined;
};

/** `skipped` unchanged lines before it are left out. */
export type DiffHunk = { skipped: number; lines: DiffLine[] };

export type Diff = { hunks: DiffHunk[]; added: number; removed: number };

const KINDS = { ' ': 'same', '+': 'added', '-': 'removed' } as const;
const isSign = (sign: string): sign is keyof typeof KINDS => sign in KINDS;

/** A missing final line break is no difference. */
const withEnd = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

export function diffOf(before: string, after: string, context = 3): Diff {
  const patch = structuredPatch('', '', withEnd(before), withEnd(after), '', '', { context });
  let lineBefore = 1;
  let lineAfter = 1;
  const hunks = patch.hunks.map(({ oldStart, lines }): DiffHunk => {
    const skipped = oldStart - lineBefore;
    lineBefore += skipped;
    lineAfter += skipped;
    return {
      skipped,
      lines: lines.flatMap((line): DiffLine[] => {
        const sign = line.charAt(0);
        if (!isSign(sign)) return [];
        const kind = KINDS[sign];
        return [
          {
            kind,
            text: line.slice(1),
            before: kind === 'added' ? undefined : lineBefore++,
            after: kind === 'removed' ? undefined : lineAfter++,
          },
        ];
      }),
    };
  });
  const count = (wanted: DiffLine['kind']) =>
    hunks.reduce((sum, { lines }) => sum + lines.filter(({ kind }) => kind === wanted).length, 0);
  return { hunks, added: count('added'), removed: count('removed') };
}
