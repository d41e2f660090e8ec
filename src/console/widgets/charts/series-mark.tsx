import { type ChartTone, SERIES_LOOK } from './types.ts';

/** A short piece of the line of a series, with its colour and dash. */
export function SeriesMark({ tone }: { tone: ChartTone }) {
  const look = SERIES_LOOK[tone];
  return (
    <svg aria-hidden="true" width="16" height="4" viewBox="0 0 16 4">
      <path d="M0 2H16" fill="none" strokeWidth="2" stroke={look.stroke} strokeDasharray={look.dash} />
    </svg>
  );
}
