export type ChartPoint = { /** Unix milliseconds. */ time: number; value: number | null };

export type ChartTone = 'in' | 'out' | 'drop' | 'fourth' | 'dead' | 'lost' | 'former';

/** As on the flow map: dropped, waiting, dead letters. */
export type ChartTexture = 'hatch' | 'bars' | 'dots';

export type ChartSeries = {
  id: string;
  label: string;
  tone: ChartTone;
  /** 1, 2 … for further series of a tone, each with its own dash. */
  variant?: number | undefined;
  /** One point per bucket, sorted. Missing or `null` is a gap; 0 is a value. */
  points: readonly ChartPoint[];
  area?: boolean;
  /** On the previous ones, so that the last shows the sum. */
  isStacked?: boolean;
  texture?: ChartTexture;
};

export type SeriesLook = { stroke: string; dash: string; width: number };

const LOOKS: Record<ChartTone, SeriesLook> = {
  in: { stroke: 'var(--d-in)', dash: '12 3', width: 1.5 },
  out: { stroke: 'var(--d-out)', dash: '', width: 2 },
  drop: { stroke: 'var(--d-drop)', dash: '5 4', width: 1.5 },
  dead: { stroke: 'var(--d-4)', dash: '7 2 2 2', width: 1.5 },
  lost: { stroke: 'var(--err)', dash: '2 2', width: 2 },
  former: { stroke: 'var(--tx-3)', dash: '3 3', width: 1.25 },
  fourth: { stroke: 'var(--d-4)', dash: '2 3', width: 1.75 },
};

const buildDash = (variant: number): string => [4 + 3 * variant, 2, ...Array(variant).fill('1 2')].join(' ');

export function getSeriesLook({ tone, variant = 0 }: Pick<ChartSeries, 'tone' | 'variant'>): SeriesLook {
  const look = LOOKS[tone];
  return variant === 0 ? look : { ...look, dash: buildDash(variant) };
}

/** Unix seconds; returns why the range is refused. */
export type SelectRange = (start: number, end: number) => string | undefined;

export type ChartLimit = { label: string; value: number; tone: 'err' | 'warn' | 'text' };

/** Unix milliseconds; a rule fires, or data is missing. */
export type ChartSpan = { start: number; end: number; kind: 'firing' | 'gap' };
