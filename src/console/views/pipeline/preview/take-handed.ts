import type { PreviewSample } from '../../../../../machines/preview/index.ts';
import { formatExact } from '../../../lib/format.ts';
import type { HandedSample } from '../../../state/handed-sample.ts';
import { notify } from '../../../state/toasts.ts';
import { findFitting } from './event-lines.ts';

/** The oldest first, as events come; what does not fit into a sample is left out, and said. */
export function takeHanded({ name, events, origins }: HandedSample): PreviewSample | undefined {
  const fitting = findFitting(events).reverse();
  const count = formatExact(fitting.length);
  if (fitting.length < events.length)
    notify({
      message: `${count} of ${formatExact(events.length)} events were taken: a sample holds 1,000 events and 2 MB.`,
      status: 'warning',
    });
  if (fitting.length === 0) return undefined;
  return {
    origin: 'file',
    name,
    events: fitting.map((at) => events[at] ?? ''),
    origins: fitting.map((at) => origins[at] ?? ''),
    startComponentId: '',
  };
}
