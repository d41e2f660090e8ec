import { computeSaving, type Delivery } from '../../../contract/entities/analytics.ts';
import { formatBytes, formatFigure } from '../../lib/format.ts';
import { formatSaved } from './saved-text.ts';

/** Percent of the input; smaller differences are not shown. */
const TOLD_FROM = 0.1;

const formatByteFigure = (value: number): string => formatFigure(formatBytes(value));

/** Undelivered volume, or deliveries of earlier input; undefined if negligible. */
export function describeUndelivered(
  { input, output, undelivered }: Delivery,
  amount: (value: number) => string = formatByteFigure,
): string | undefined {
  if (input === 0 || Math.abs(undelivered) * 100 <= input * TOLD_FROM) return undefined;
  if (undelivered < 0) return `${amount(-Math.round(undelivered))} of before delivered`;
  return output === 0 ? 'nothing delivered' : `${amount(Math.round(undelivered))} not delivered`;
}

export function describeSaving(delivery: Delivery): string {
  const saving = computeSaving(delivery);
  const texts = [saving && formatSaved(saving), describeUndelivered(delivery)].filter(Boolean);
  return texts.join(', ') || 'Nothing came in';
}
