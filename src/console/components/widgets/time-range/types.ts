export type TimePresetOption = { id: string; label: string; isCurrent: boolean };

export type RangeEnd = 'from' | 'to';

export type RangeProblem = { end: RangeEnd; text: string };

export type WordsReading = { title: string; detail?: string; isRefused: boolean };

/** Confirmed times in Unix seconds. */
export type Picking = {
  from: number | undefined;
  to: number | undefined;
  problem: RangeProblem | undefined;
  /** Unix seconds. */
  limits: { start: number; end: number };
  onSet: (end: RangeEnd, unixSeconds: number | undefined) => void;
  onApply: () => void;
};
