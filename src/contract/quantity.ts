/** Sizes and durations as people type them: `256 MB`, `5 min`. Configurations keep plain numbers. */

type Unit = { sign: string; factor: number; names: readonly string[] };

const SIZES: readonly Unit[] = [
  { sign: 'B', factor: 1, names: ['b', 'byte', 'bytes'] },
  { sign: 'KB', factor: 1e3, names: ['k', 'kb'] },
  { sign: 'KiB', factor: 2 ** 10, names: ['kib'] },
  { sign: 'MB', factor: 1e6, names: ['m', 'mb'] },
  { sign: 'MiB', factor: 2 ** 20, names: ['mib'] },
  { sign: 'GB', factor: 1e9, names: ['g', 'gb'] },
  { sign: 'GiB', factor: 2 ** 30, names: ['gib'] },
  { sign: 'TB', factor: 1e12, names: ['t', 'tb'] },
  { sign: 'TiB', factor: 2 ** 40, names: ['tib'] },
];

const DURATIONS: readonly Unit[] = [
  { sign: 'ms', factor: 1, names: ['ms', 'millisecond', 'milliseconds'] },
  { sign: 's', factor: 1000, names: ['s', 'sec', 'secs', 'second', 'seconds'] },
  { sign: 'min', factor: 60_000, names: ['m', 'min', 'mins', 'minute', 'minutes'] },
  { sign: 'h', factor: 3_600_000, names: ['h', 'hr', 'hrs', 'hour', 'hours'] },
  { sign: 'd', factor: 86_400_000, names: ['d', 'day', 'days'] },
];

type Scale = { units: readonly Unit[]; base: Unit; example: string };

function findScale(unit: string | undefined): Scale | undefined {
  if (unit === undefined) return undefined;
  const find = (units: readonly Unit[]) =>
    units.find(({ sign, names }) => sign === unit || (unit === 'bytes' && names.includes(unit)));
  const size = find(SIZES);
  if (size) return { units: SIZES, base: size, example: "a size such as '256 MB' or '64 KiB'" };
  const duration = find(DURATIONS);
  return duration && { units: DURATIONS, base: duration, example: "a duration such as '5 min' or '30 s'" };
}

export const isQuantityUnit = (unit: string | undefined): unit is string => findScale(unit) !== undefined;

/** For errors: `a size such as '256 MB' or '64 KiB'`. */
export const describeQuantity = (unit: string): string => findScale(unit)?.example ?? 'a number';

const NUMBER = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?|\.\d+`;
const PART = new RegExp(String.raw`(${NUMBER})\s*([a-z]*)`, 'gi');
const WHOLE = new RegExp(String.raw`^\s*(?:(?:${NUMBER})\s*[a-z]+\s*)+$|^\s*(?:${NUMBER})\s*$`, 'i');

const readNumber = (text: string): number =>
  Number(/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text.replace(',', '.'));

/** 0.1 h and others are not exact in binary. */
const toExact = (value: number): number => Number(value.toPrecision(15));

/** Plain numbers are in `unit`; undefined for unreadable text. */
export function parseQuantity(text: string, unit: string): number | undefined {
  const scale = findScale(unit);
  if (!scale || !WHOLE.test(text)) return undefined;
  let sum = 0;
  for (const [, number = '', name = ''] of text.matchAll(PART)) {
    const wanted = name.toLowerCase();
    const found = name === '' ? scale.base : scale.units.find(({ names }) => names.includes(wanted));
    if (!found) return undefined;
    sum += readNumber(number) * found.factor;
  }
  return toExact(sum / scale.base.factor);
}

/** The shortest exact text: `256 MiB` for 268435456 bytes, `90 s`, `1 min`. */
export function formatQuantity(value: number, unit: string): string {
  const scale = findScale(unit);
  if (!scale) return String(value);
  const { base, units } = scale;
  let shortest = `${value}`;
  let sign = base.sign;
  for (const { sign: candidate, factor } of value === 0 ? [] : units) {
    const scaled = (value * base.factor) / factor;
    const text = String(Number(scaled.toFixed(2)));
    const isExact = toExact((Number(text) * factor) / base.factor) === value;
    const isShorter =
      text.length < shortest.length || (text.length === shortest.length && factor > base.factor);
    if (isExact && Math.abs(scaled) >= 1 && isShorter) [shortest, sign] = [text, candidate];
  }
  return `${shortest} ${sign}`;
}

/** For messages; adds the API's number where it differs. */
export function formatBound(value: number, unit: string | undefined): string {
  if (!isQuantityUnit(unit)) return String(value);
  const text = formatQuantity(value, unit);
  return text.startsWith(`${value} `) ? text : `${text} (${value.toLocaleString('en-US')} ${unit})`;
}
