import { LOG_LEVELS } from '../../../contract/enums.ts';
import type { ShapeName, Tone } from '../widgets/icons/status-shape.tsx';

export type LevelLook = { shape: ShapeName; tone: Tone };

const LOOKS: ReadonlyMap<string, LevelLook> = new Map([
  ['ERROR', { shape: 'octagon', tone: 'err' }],
  ['WARN', { shape: 'triangle', tone: 'warn' }],
  ['INFO', { shape: 'info', tone: 'info' }],
]);

/** Unknown levels get a muted look. */
export const getLevelLook = (level: string): LevelLook =>
  LOOKS.get(level) ?? { shape: 'dashed', tone: 'text2' };

const RANK = LOG_LEVELS.toReversed() as readonly string[];

/** Worst first; unknown levels last, by name. */
export const compareLevels = (a: string, b: string): number => {
  const rank = (level: string) => (RANK.includes(level) ? RANK.indexOf(level) : RANK.length);
  return rank(a) - rank(b) || a.localeCompare(b);
};

export const listLevels = (found: readonly string[]): string[] =>
  [...new Set<string>([...LOG_LEVELS, ...found])].toSorted(compareLevels);
