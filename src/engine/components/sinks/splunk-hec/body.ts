import type { Batch } from '../../../event/batch.ts';
import type { Output } from '../../../event/output.ts';
import { parsePath } from '../../../event/path.ts';
import { EVENT_ID } from '../../shared/outbound/event-id.ts';
import { timeReader } from '../../shared/outbound/event-time.ts';
import { listLiveEvents, writeText } from '../../shared/outbound/request-sink.ts';
import type { SplunkHecConfig } from './schema.ts';

/** Six decimals. */
const seconds = (nanos: bigint): string =>
  `${nanos / 1_000_000_000n}.${String((nanos / 1000n) % 1_000_000n).padStart(6, '0')}`;

export type BodyWriter = (batch: Batch, output: Output) => { bytes: number };

export function rawBody(batch: Batch, output: Output): { bytes: number } {
  const events = batch.writeText(output);
  return { bytes: output.length - events };
}

export function eventBody(config: SplunkHecConfig): BodyWriter {
  const readTime = config.timeField === undefined ? null : timeReader(config.timeField);
  const hostPath = config.hostField === undefined ? null : parsePath(config.hostField);
  const indexed = config.indexedFields.map((name) => ({ name: JSON.stringify(name), path: parsePath(name) }));
  const { index, source, sourcetype, host } = config;
  const fixed = JSON.stringify({ index, source, sourcetype }).slice(1, -1);

  const metadata = (batch: Batch, event: number): string => {
    const parts = fixed === '' ? [] : [fixed];
    const time = readTime?.(batch, event) ?? null;
    if (time !== null) parts.push(`"time":${seconds(time)}`);
    const member = hostPath ? batch.get(event, hostPath) : -1;
    const from = member < 0 ? host : batch.text(member);
    if (from !== undefined) parts.push(`"host":${JSON.stringify(from)}`);
    const fields = indexed.flatMap(({ name, path }) => {
      const value = batch.get(event, path);
      return value >= 0 && (batch.isString(value) || batch.isNumber(value))
        ? `${name}:${batch.json(value)}`
        : [];
    });
    if (config.eventId) fields.push(`"${EVENT_ID}":${JSON.stringify(batch.idOf(event))}`);
    if (fields.length > 0) parts.push(`"fields":{${fields.join(',')}}`);
    return parts.map((part) => `${part},`).join('');
  };

  return (batch, output) => {
    let bytes = 0;
    for (const event of listLiveEvents(batch)) {
      writeText(output, `{${metadata(batch, event)}"event":`);
      const before = output.length;
      if (batch.isRawText(event)) writeText(output, JSON.stringify(batch.message(event)));
      else batch.writeJson(event, output);
      bytes += output.length - before;
      output.byte(0x7d);
    }
    return { bytes };
  };
}
