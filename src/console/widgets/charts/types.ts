export type ChartPoint = { /** Milliseconds since 1970. */ time: number; value: number | null };

export type ChartTone = 'in' | 'out' | 'drop' | 'fourth';

export type ChartSeries = {
  id: string;
  label: string;
  tone: ChartTone;
  /** One point per bucket, in order of time. A bucket left out, or with `null`, is a gap; 0 is a value. */
  points: readonly ChartPoint[];
  /** Fills what lies under the line. */
  area?: boolean;
};

/** Colour and dash of each series: told apart without colour too. */
export const SERIES_LOOK: Record<ChartTone, { stroke: string; dash: string; width: number }> = {
  in: { stroke: 'var(--d-in)', dash: '12 3', width: 1.5 },
  out: { stroke: 'var(--d-out)', dash: '', width: 2 },
  drop: { stroke: 'var(--d-drop)', dash: '5 4', width: 1.5 },
  fourth: { stroke: 'var(--d-4)', dash: '2 3', width: 1.75 },
};

/** Takes a time range in Unix seconds; answers why it cannot be, word for word, or nothing. */
export type SelectRange = (start: number, end: number) => string | undefined;
