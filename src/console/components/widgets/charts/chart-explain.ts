import { createContext } from 'react';

export type ChartMark = {
  id: string;
  time: number;
  kind: 'deployment' | 'edit';
  label: string;
};

export type ChartExplainer = {
  /** A hook; Unix seconds, 0 to 0 loads nothing. */
  useMarks: (start: number, end: number) => readonly ChartMark[];
  /** Unix seconds. */
  open: ((start: number, end: number) => void) | undefined;
};

const NONE: readonly ChartMark[] = [];

export const ChartExplain = createContext<ChartExplainer>({ useMarks: () => NONE, open: undefined });

export const listMarksInBucket = (marks: readonly ChartMark[], time: number, bucketMs: number): ChartMark[] =>
  marks.filter((mark) => mark.time >= time && mark.time < time + bucketMs);

const TOLD = 5;

export function summarizeMarks(marks: readonly ChartMark[], timeText: (time: number) => string): string {
  if (marks.length === 0) return '';
  const told = marks.slice(-TOLD).map((mark) => `${timeText(mark.time)} ${mark.label}`);
  const more = marks.length > TOLD ? `; ${marks.length - TOLD} earlier` : '';
  return ` Changes: ${told.join('; ')}${more}.`;
}
