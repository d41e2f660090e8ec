import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS, MONTH_SECONDS, YEAR_SECONDS } from './limits.ts';

export const MISSING = '—';
export const MINUS = '−';

/** Separate so that the unit can be styled. */
export type Figure = { value: string; unit: string };

export type Maybe = number | null | undefined;

export const isMissing = (value: Maybe): value is null | undefined =>
  value === null || value === undefined || !Number.isFinite(value);

/** `at` in seconds. */
export type CountedAt = { at: number; total: number };

export const RATE_SECONDS = 10;

/** Per second; undefined when no time passed. A lower total was restarted and gives 0. */
export const computeRate = (before: CountedAt, after: CountedAt): number | undefined =>
  after.at > before.at ? Math.max(0, after.total - before.total) / (after.at - before.at) : undefined;

function decimals(value: number): string {
  const text = String(Number(Math.abs(value).toFixed(2)));
  return value < 0 && text !== '0' ? `${MINUS}${text}` : text;
}

/** Divides by thousands until under 1000 or out of units. */
export function scaled(value: number, units: readonly string[]): Figure {
  let [rest, step] = [value, 0];
  while (Number(Math.abs(rest).toFixed(2)) >= 1000 && step < units.length - 1) {
    rest /= 1000;
    step += 1;
  }
  return { value: decimals(rest), unit: units[step] ?? '' };
}

const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Powers of 1000, from B to PB. */
export const formatBytes = (bytes: Maybe): Figure | undefined =>
  isMissing(bytes) ? undefined : scaled(bytes, BYTE_UNITS);

const COUNT_UNITS = ['', 'K', 'M', 'B'] as const;

export function formatCount(count: Maybe): Figure | undefined {
  if (isMissing(count)) return undefined;
  const { value, unit } = scaled(count, COUNT_UNITS);
  return { value: `${value}${unit}`, unit: '' };
}

export function formatByteRate(bytesPerSecond: Maybe): Figure | undefined {
  const figure = formatBytes(bytesPerSecond);
  return figure && { value: figure.value, unit: `${figure.unit}/s` };
}

export function formatEventRate(eventsPerSecond: Maybe): Figure | undefined {
  const figure = formatCount(eventsPerSecond);
  return figure && { value: figure.value, unit: 'events/s' };
}

/** Before each three digits that end the text. */
const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

export function formatExact(value: Maybe): string {
  if (isMissing(value)) return MISSING;
  // The first use of a locale's own format is slow.
  const text = Number.isSafeInteger(value)
    ? String(value).replace(THOUSANDS, ',')
    : value.toLocaleString('en-US');
  return text === '-0' ? '0' : text.replace('-', MINUS);
}

export const flattenPercent = (percent: number): number => (percent >= -2 && percent <= 0 ? 0 : percent);

/** One decimal; never rounded up to 100. Negative for growth. */
export function formatPercent(percent: Maybe): Figure | undefined {
  if (isMissing(percent)) return undefined;
  const flat = flattenPercent(percent);
  const shown = flat < 100 && flat > 99.9 ? 99.9 : flat;
  const text = Math.abs(shown).toFixed(1);
  return { value: flat < 0 ? `${MINUS}${text}` : text, unit: '%' };
}

const ABBREVIATED_FROM = 100_000;

/** Currency as unit; large amounts are abbreviated. */
export function formatMoney(amount: number, currency: string): Figure {
  const places = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const text =
    Math.abs(amount) < ABBREVIATED_FROM
      ? amount.toLocaleString('en-US', places).replace('-', MINUS)
      : (formatCount(amount)?.value ?? '');
  return { value: text === `${MINUS}0.00` ? '0.00' : text, unit: currency };
}

/** `1.84 TB`, `67.2%`, `12K` */
export function formatFigure(figure: Figure | undefined): string {
  if (!figure) return MISSING;
  const isTight = figure.unit === '' || figure.unit === '%';
  return isTight ? `${figure.value}${figure.unit}` : `${figure.value} ${figure.unit}`;
}

const DURATION_UNITS = [
  { seconds: YEAR_SECONDS, sign: 'y' },
  { seconds: MONTH_SECONDS, sign: 'mo' },
  { seconds: DAY_SECONDS, sign: 'd' },
  { seconds: HOUR_SECONDS, sign: 'h' },
  { seconds: MINUTE_SECONDS, sign: 'm' },
  { seconds: 1, sign: 's' },
] as const;

/** The two largest units: `2mo 3d`, `3d 4h`, `1m 5s`; under a second in ms. */
export function formatDuration(milliseconds: Maybe): string {
  if (isMissing(milliseconds)) return MISSING;
  if (milliseconds < 1000) return `${Math.max(0, Math.round(milliseconds))} ms`;
  let rest = Math.floor(milliseconds / 1000);
  const parts: string[] = [];
  for (const { seconds, sign } of DURATION_UNITS) {
    const count = Math.floor(rest / seconds);
    rest -= count * seconds;
    if (count > 0) parts.push(`${count}${sign}`);
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.join(' ');
}
