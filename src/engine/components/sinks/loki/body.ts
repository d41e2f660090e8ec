import type { Batch } from '../../../event/batch.ts';
import type { Output } from '../../../event/output.ts';
import { EVENT_ID } from '../../shared/outbound/event-id.ts';
import { nowNanos, timeReader, toDate } from '../../shared/outbound/event-time.ts';
import { nameTemplate } from '../../shared/outbound/name-template.ts';
import { listLiveEvents, writeText } from '../../shared/outbound/request-sink.ts';
import type { LokiConfig } from './schema.ts';

type Entry = { readonly nanos: bigint; readonly line: string; readonly metadata: string };

/** @returns bytes of the lines. `atNow` uses the current time for every line. */
export type PushWriter = (
  batch: Batch,
  output: Output,
  atNow?: boolean,
) => { bytes: number; events: number[] };

export function pushWriter(config: LokiConfig): PushWriter {
  const labels = Object.entries(config.labels).map(([name, text]) => ({ name, render: nameTemplate(text) }));
  const readTime = config.timeField === undefined ? null : timeReader(config.timeField);
  const formatLine = (batch: Batch, event: number): string =>
    config.line === 'text' ? batch.bytesOf(event).toString() : batch.toJsonText(event);

  return (batch, output, atNow = false) => {
    const streams = new Map<string, Entry[]>();
    const events = listLiveEvents(batch);
    const now = nowNanos();
    let bytes = 0;
    for (const event of events) {
      const nanos = (atNow ? null : readTime?.(batch, event)) ?? now;
      const time = toDate(nanos);
      const named = labels.flatMap(({ name, render }) => {
        const value = render(batch, event, time);
        return value === '' ? [] : [[name, value]];
      });
      const key = JSON.stringify(Object.fromEntries(named.length > 0 ? named : [['job', 'penstock']]));
      const line = formatLine(batch, event);
      bytes += Buffer.byteLength(line);
      const entries = streams.get(key);
      const metadata = config.eventId ? `,${JSON.stringify({ [EVENT_ID]: batch.idOf(event) })}` : '';
      if (entries) entries.push({ nanos, line, metadata });
      else streams.set(key, [{ nanos, line, metadata }]);
    }
    const parts = [...streams].map(([stream, entries]) => {
      // The sort is stable: equal times keep their order.
      entries.sort((a, b) => (a.nanos < b.nanos ? -1 : a.nanos > b.nanos ? 1 : 0));
      const values = entries
        .map(({ nanos, line, metadata }) => `["${nanos}",${JSON.stringify(line)}${metadata}]`)
        .join(',');
      return `{"stream":${stream},"values":[${values}]}`;
    });
    writeText(output, `{"streams":[${parts.join(',')}]}`);
    return { bytes, events };
  };
}
