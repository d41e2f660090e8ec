import type { HydrationEstimate } from '../../../contract/entities/hydration.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { counted } from '../../../contract/values.ts';
import { formatBytes, formatDuration, formatExact, formatMinute } from '../../lib/format.ts';

/** As asked for; undefined is no limit. */
export type EstimateLimits = {
  readonly eventLimit: number | undefined;
  readonly eventsPerSecond: number | undefined;
};

const events = (count: number): string => `${formatExact(count)} ${count === 1 ? 'event' : 'events'}`;

/** Files that their indexes answer are not read to count. */
function describeReading({ filesRead, bytesRead }: HydrationEstimate): string {
  if (filesRead === 0) return 'counted from indexes';
  const size = formatBytes(fromCount(bytesRead));
  return `${counted(filesRead, 'file')}, ${size?.value ?? 0} ${size?.unit ?? ''} read`.trim();
}

function describeLimits(count: number, { eventLimit, eventsPerSecond }: EstimateLimits): string {
  const sent = Math.min(count, eventLimit ?? count);
  const said = sent < count ? ` The oldest ${formatExact(sent)} are sent.` : '';
  if (eventsPerSecond === undefined) return said;
  return `${said} At ${formatExact(eventsPerSecond)} per second that takes ${formatDuration((sent / eventsPerSecond) * 1000)}.`;
}

/** What a job would send, and how long its limits make it take. @param startTime of the window, Unix seconds */
export function describeEstimate(
  estimate: HydrationEstimate,
  startTime: number,
  limits: EstimateLimits,
): string {
  const { state, unreadCount, countedFromUnixTimeSeconds: from } = estimate;
  if (state === 'FAILED') return estimate.reason;
  const count = fromCount(estimate.events);
  const searched = fromCount(estimate.eventsSearched);
  const reading = describeReading(estimate);
  if (state === 'RUNNING') return `At least ${events(count)}; counting, ${reading}.`;
  const isPart = from > startTime;
  const part = isPart ? ` Counted from ${formatMinute(from * 1000)} on; there may be more before.` : '';
  if (searched === 0 && unreadCount === 0 && !isPart)
    return 'Nothing was archived in this time: nothing would be sent.';
  if (count === 0)
    return `None of ${events(searched)} matches (${reading}).${part || ' Nothing would be sent.'}`;
  const which = count === searched ? events(count) : `${formatExact(count)} of ${events(searched)} match`;
  return `${which} (${reading}).${part}${describeLimits(count, limits)}`;
}
