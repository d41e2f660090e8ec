import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DiffLine, diffOf } from './diff-lines.ts';

const BEFORE = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'].join('\n');

const signs = ({ kind, text }: DiffLine) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`;

test('lines around a change stand with it, the rest is counted', () => {
  const { hunks, added, removed } = diffOf(BEFORE, BEFORE.replace('f', 'F\nF2'), 1);
  expect(hunks).toHaveLength(1);
  expect(hunks[0]?.skipped).toBe(4);
  expect(hunks[0]?.lines.map(signs)).toEqual([' e', '-f', '+F', '+F2', ' g']);
  expect(hunks[0]?.lines.map(({ before, after }) => [before, after])).toEqual([
    [5, 5],
    [6, undefined],
    [undefined, 6],
    [undefined, 7],
    [7, 8],
  ]);
  expect([added, removed]).toEqual([2, 1]);
});

test('equal texts have no hunk; a final newline is no difference', () => {
  expect(diffOf(BEFORE, BEFORE)).toEqual({ hunks: [], added: 0, removed: 0 });
  expect(diffOf(BEFORE, `${BEFORE}\n`).hunks).toEqual([]);
  expect(diffOf('', '').hunks).toEqual([]);
});

test('a text from nothing and a text to nothing', () => {
  expect(diffOf('', 'a\nb').hunks[0]?.lines).toEqual([
    { kind: 'added', text: 'a', before: undefined, after: 1 },
    { kind: 'added', text: 'b', before: undefined, after: 2 },
  ]);
  expect(diffOf('a', '').hunks[0]?.lines).toEqual([
    { kind: 'removed', text: 'a', before: 1, after: undefined },
  ]);
});

test('any change: all lines of both texts, numbered by side', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', '', '+', '-x'), { maxLength: 12 })
    .map((lines) => [...lines, 'end']);
  fc.assert(
    fc.property(text, text, fc.nat(3), (old, now, context) => {
      const lines = diffOf(old.join('\n'), now.join('\n'), context).hunks.flatMap((hunk) => hunk.lines);
      for (const line of lines) {
        if (line.before !== undefined) expect(old[line.before - 1]).toBe(line.text);
        if (line.after !== undefined) expect(now[line.after - 1]).toBe(line.text);
      }
      const shown = new Set(lines.map(({ before }) => before));
      const kept = old.filter((_, at) => !shown.has(at + 1));
      const rebuilt = now.filter((_, at) => !lines.some(({ after }) => after === at + 1));
      expect(rebuilt).toEqual(kept);
    }),
  );
});
