import type { HydrationEstimate } from '../../../contract/entities/hydration.ts';
import { formatFigure, formatMoney } from '../../../contract/figures.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { GIGABYTE } from '../../../contract/totals.ts';
import { counted } from '../../../contract/values.ts';
import { formatBytes, formatDuration, formatExact, formatMinute } from '../../lib/format.ts';

/** The site's price; undefined if not set. */
export type GigabytePrice =
  | { readonly price: number; readonly currency: string; readonly isBeforeTransforms: boolean }
  | undefined;

/** As requested; undefined means no limit. */
export type EstimateLimits = {
  readonly eventLimit: number | undefined;
  readonly eventsPerSecond: number | undefined;
};

export const formatEvents = (count: number): string =>
  `${formatExact(count)} ${count === 1 ? 'event' : 'events'}`;

/** Files answered by their indexes are not read for counting. */
function describeReading({ filesRead, bytesRead }: HydrationEstimate): string {
  if (filesRead === 0) return 'counted from indexes';
  const size = formatBytes(fromCount(bytesRead));
  return `${counted(filesRead, 'file')}, ${size?.value ?? 0} ${size?.unit ?? ''} read`.trim();
}

/** Size of what is sent, before a pipeline reduces it. */
function describeVolume(estimate: HydrationEstimate, sent: number, price: GigabytePrice): string {
  const bytes = (fromCount(estimate.eventBytes) / fromCount(estimate.events)) * sent;
  if (!bytes) return '';
  const volume = ` About ${formatFigure(formatBytes(Math.round(bytes)))}`;
  if (!price) return `${volume}.`;
  const cost = formatFigure(formatMoney((bytes / GIGABYTE) * price.price, price.currency));
  return `${volume}: ${cost} at ${price.price} ${price.currency} per GB${price.isBeforeTransforms ? ', before transforms make it less' : ''}.`;
}

function describeLimits(count: number, sent: number, { eventsPerSecond }: EstimateLimits): string {
  const said = sent < count ? ` The oldest ${formatExact(sent)} are sent.` : '';
  if (eventsPerSecond === undefined) return said;
  return `${said} At ${formatExact(eventsPerSecond)} per second that takes ${formatDuration((sent / eventsPerSecond) * 1000)}.`;
}

/** What a job would send, its cost, and its minimum duration. @param startTime of the window, Unix seconds */
export function describeEstimate(
  estimate: HydrationEstimate,
  startTime: number,
  limits: EstimateLimits,
  price?: GigabytePrice,
): string {
  const { state, unreadCount, countedFromUnixTimeSeconds: from } = estimate;
  if (state === 'FAILED') return estimate.reason;
  const count = fromCount(estimate.events);
  const searched = fromCount(estimate.eventsSearched);
  const reading = describeReading(estimate);
  if (state === 'RUNNING') return `At least ${formatEvents(count)}; counting, ${reading}.`;
  const isPart = from > startTime;
  const part = isPart ? ` Counted from ${formatMinute(from * 1000)} on; there may be more before.` : '';
  if (searched === 0 && unreadCount === 0 && !isPart)
    return 'Nothing was archived in this time: nothing would be sent.';
  if (count === 0)
    return `None of ${formatEvents(searched)} matches (${reading}).${part || ' Nothing would be sent.'}`;
  const sent = Math.min(count, limits.eventLimit ?? count);
  const which =
    count === searched ? formatEvents(count) : `${formatExact(count)} of ${formatEvents(searched)} match`;
  return `${which} (${reading}).${part}${describeVolume(estimate, sent, price)}${describeLimits(count, sent, limits)}`;
}
