import { type AlertMetric, METRIC_INFO } from '../../../contract/alerts/metrics.ts';
import { formatAlertValue } from '../../../contract/alerts/texts.ts';
import type { AlertCondition } from '../../../contract/entities/alert.ts';
import { describeQuantity, parseQuantity } from '../../../contract/quantity.ts';

const QUANTITY_UNITS: Partial<Record<(typeof METRIC_INFO)[AlertMetric]['unit'], string>> = {
  bytes: 'bytes',
  seconds: 's',
};

const NUMBER = /^-?\d+(?:[.,]\d+)?$/;

/** Input such as `80%`, `45 s`, `1.5 GB`; undefined if unreadable. */
export function parseThreshold(metric: AlertMetric, text: string): number | undefined {
  const { unit } = METRIC_INFO[metric];
  const plain = text.trim().replace(/\/s$/, '');
  const quantity = QUANTITY_UNITS[unit];
  if (quantity !== undefined) return parseQuantity(plain, quantity);
  const number = plain.replace(/\s*(%|days?|events?|errors?|d)$/i, '').replaceAll(/(?<=\d),(?=\d{3}\b)/g, '');
  return NUMBER.test(number) ? Number(number.replace(',', '.')) : undefined;
}

/** Expected input, for an error. */
export const describeThreshold = (metric: AlertMetric): string => {
  const quantity = QUANTITY_UNITS[METRIC_INFO[metric].unit];
  return quantity === undefined ? 'a number' : describeQuantity(quantity);
};

export const formatThreshold = (
  condition: Pick<AlertCondition, 'metric' | 'aggregation'>,
  value: number,
): string => formatAlertValue(condition, value);

/** A step fitting the value's size; a fine one is a fifth or less. */
export function stepThreshold(
  metric: AlertMetric,
  value: number,
  direction: 1 | -1,
  isFine: boolean,
): number {
  const { unit } = METRIC_INFO[metric];
  const size = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, Math.abs(value)))));
  const isSmall = unit === 'percent' || unit === 'seconds' || unit === 'days';
  const coarse = isSmall ? 5 : Math.max(1, size);
  const fine = isSmall ? 1 : Math.max(1, size / 10);
  const next = value + direction * (isFine ? fine : coarse);
  return metric === 'optimization' ? next : Math.max(0, next);
}
