import { type Delivery, savingOf } from '../../../contract/entities/analytics.ts';
import { figureText, formatBytes } from '../../widgets/format.ts';
import { savedText } from './saved-text.ts';

/** As much more than this share of the input is told, in percent: less than that no figure beside it shows. */
const TOLD_FROM = 0.1;

const bytesText = (value: number): string => figureText(formatBytes(value));

/** What is not delivered, or was delivered of what came before; undefined when there is next to nothing. */
export function undeliveredText(
  { input, output, undelivered }: Delivery,
  amount: (value: number) => string = bytesText,
): string | undefined {
  if (input === 0 || Math.abs(undelivered) * 100 <= input * TOLD_FROM) return undefined;
  if (undelivered < 0) return `${amount(-Math.round(undelivered))} of before delivered`;
  return output === 0 ? 'nothing delivered' : `${amount(Math.round(undelivered))} not delivered`;
}

/** What is to know beside a share saved. */
export function savingNote(delivery: Delivery): string {
  const saving = savingOf(delivery);
  const texts = [saving && savedText(saving), undeliveredText(delivery)].filter(Boolean);
  return texts.join(', ') || 'Nothing came in';
}
