import { type Figure, formatCount } from './format.ts';

const ABBREVIATED_FROM = 100_000;

/** Formats cents with the currency as unit; large amounts are abbreviated. */
export function formatMoney(amount: number, currency: string): Figure {
  const places = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const text =
    Math.abs(amount) < ABBREVIATED_FROM
      ? amount.toLocaleString('en-US', places).replace('-', '−')
      : (formatCount(amount)?.value ?? '');
  return { value: text === '−0.00' ? '0.00' : text, unit: currency };
}
