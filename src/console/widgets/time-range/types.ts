/** A span the filter offers at once. */
export type TimePresetOption = { id: string; label: string; isCurrent: boolean };

export type RangeEnd = 'from' | 'to';

/** What keeps the range from being applied, and the picker it belongs to. */
export type RangeProblem = { end: RangeEnd; text: string };

/** How words read as a range, or why they do not. */
export type WordsReading = { title: string; detail?: string; isRefused: boolean };

/** The pickers while they are open; confirmed times in Unix seconds. */
export type Picking = {
  from: number | undefined;
  to: number | undefined;
  problem: RangeProblem | undefined;
  /** First and last moment the calendar offers, in Unix seconds (R5-08). */
  limits: { start: number; end: number };
  onSet: (end: RangeEnd, unixSeconds: number | undefined) => void;
  /** Confirms the range of the two confirmed times (R2.8-46). */
  onApply: () => void;
};
