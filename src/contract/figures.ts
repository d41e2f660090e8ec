/** How a number of bytes reads, in the console and in what the engine tells of a test. */

export const MISSING = '—';
export const MINUS = '−';

/** A value and its unit, apart, so that the unit can be drawn quieter. */
export type Figure = { value: string; unit: string };

export type Maybe = number | null | undefined;

export const isMissing = (value: Maybe): value is null | undefined =>
  value === null || value === undefined || !Number.isFinite(value);

/** At most two decimals, trailing zeros dropped (R9-46). */
function decimals(value: number): string {
  const text = String(Number(Math.abs(value).toFixed(2)));
  return value < 0 && text !== '0' ? `${MINUS}${text}` : text;
}

/** Divides by thousands until the shown number is under 1000, or the units end. */
export function scaled(value: number, units: readonly string[]): Figure {
  let [rest, step] = [value, 0];
  while (Number(Math.abs(rest).toFixed(2)) >= 1000 && step < units.length - 1) {
    rest /= 1000;
    step += 1;
  }
  return { value: decimals(rest), unit: units[step] ?? '' };
}

const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Bytes by thousands from B to PB (R9-44). `undefined` when there is no value. */
export const formatBytes = (bytes: Maybe): Figure | undefined =>
  isMissing(bytes) ? undefined : scaled(bytes, BYTE_UNITS);

/** A figure as one text: `1.84 TB`, `67.2%`, `12K`. */
export function figureText(figure: Figure | undefined): string {
  if (!figure) return MISSING;
  const isTight = figure.unit === '' || figure.unit === '%';
  return isTight ? `${figure.value}${figure.unit}` : `${figure.value} ${figure.unit}`;
}
