import { createContext } from 'react';

/** Something that changed, on the time axis of a chart. */
export type ChartMark = {
  id: string;
  /** Milliseconds. */
  time: number;
  kind: 'deployment' | 'edit';
  label: string;
};

/** What charts know of the things around them; the console provides it, a chart by itself has none. */
export type ChartExplainer = {
  /** A hook: what changed between two times in Unix seconds; 0 to 0 asks for nothing. */
  useMarks: (start: number, end: number) => readonly ChartMark[];
  /** Shows what changed around a bucket; Unix seconds. */
  open: ((start: number, end: number) => void) | undefined;
};

const NONE: readonly ChartMark[] = [];

export const ChartExplain = createContext<ChartExplainer>({ useMarks: () => NONE, open: undefined });

/** Marks inside a bucket. */
export const marksIn = (marks: readonly ChartMark[], time: number, bucketMs: number): ChartMark[] =>
  marks.filter((mark) => mark.time >= time && mark.time < time + bucketMs);

const TOLD = 5;

/** The marks in words, for those who do not see them. */
export function marksSummary(marks: readonly ChartMark[], timeText: (time: number) => string): string {
  if (marks.length === 0) return '';
  const told = marks.slice(-TOLD).map((mark) => `${timeText(mark.time)} ${mark.label}`);
  const more = marks.length > TOLD ? `; ${marks.length - TOLD} earlier` : '';
  return ` Changes: ${told.join('; ')}${more}.`;
}
