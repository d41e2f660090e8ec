import type { Batch } from '../../../event/batch.ts';
import { NEWLINE } from '../../../event/bytes.ts';
import type { Output } from '../../../event/output.ts';
import { nowNanos, timeReader, toDate } from '../outbound/event-time.ts';
import { nameTemplate } from '../outbound/name-template.ts';
import { listLiveEvents } from '../outbound/request-sink.ts';

export type ObjectPlan = { readonly folder: string; readonly events: number[] };

/** Prevents field values from leaving their folder. */
const clean = (value: string): string => value.replaceAll(/[^A-Za-z0-9._=-]/g, '_').replace(/^\.+$/, '_');

export function objectPlanner(prefix: string, timeField: string | undefined): (batch: Batch) => ObjectPlan[] {
  const renderFolder = nameTemplate(prefix, clean);
  const readTime = timeField === undefined ? null : timeReader(timeField);
  return (batch) => {
    const plans = new Map<string, ObjectPlan>();
    const now = nowNanos();
    for (const event of listLiveEvents(batch)) {
      const time = toDate(readTime?.(batch, event) ?? now);
      const folder = renderFolder(batch, event, time)
        .replaceAll(/\/{2,}/g, '/')
        .replaceAll(/^\/|\/$/g, '');
      const plan = plans.get(folder) ?? { folder, events: [] };
      plans.set(folder, plan);
      plan.events.push(event);
    }
    return [...plans.values()];
  };
}

export function writeLines(
  batch: Batch,
  events: readonly number[],
  format: 'ndjson' | 'text',
  output: Output,
): number {
  output.clear();
  for (const event of events) {
    if (format === 'text') batch.writeTextOf(event, output);
    else batch.writeJson(event, output);
    output.byte(NEWLINE);
  }
  return output.length - events.length;
}
