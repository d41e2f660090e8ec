import type { Batch } from '../../../event/batch.ts';
import { CLOSE_BRACE, NEWLINE, OPEN_BRACE, SPACE } from '../../../event/bytes.ts';
import type { Output } from '../../../event/output.ts';
import { createPath, parsePath } from '../../../event/path.ts';
import { nowNanos, timeReader, toDate } from '../../shared/outbound/event-time.ts';
import { nameTemplate } from '../../shared/outbound/name-template.ts';
import { listLiveEvents, writeText } from '../../shared/outbound/request-sink.ts';
import type { ElasticsearchConfig } from './schema.ts';

const TIMESTAMP = '@timestamp';

export type Bulk = { readonly events: number[]; readonly sizes: number[] };

function addMember(output: Output, member: string): void {
  const { bytes } = output;
  const findLast = (from: number): number => {
    let at = from;
    while (bytes[at]! <= SPACE) at--;
    return at;
  };
  const end = findLast(output.length - 1);
  const isEmpty = bytes[findLast(end - 1)] === OPEN_BRACE;
  output.length = end;
  writeText(output, `${isEmpty ? '' : ','}${member}`);
  output.byte(CLOSE_BRACE);
}

export function bulkWriter(config: ElasticsearchConfig): (batch: Batch, output: Output) => Bulk {
  const { mode, idField, eventId, timeField = TIMESTAMP } = config;
  const renderIndex = nameTemplate(config.index, (value) =>
    value.toLowerCase().replaceAll(/[^a-z0-9._-]/g, '_'),
  );
  const readTime = timeReader(timeField);
  const timestampPath = createPath(TIMESTAMP);
  const idPath = idField === undefined ? null : parsePath(idField);
  const action = mode === 'data_stream' ? 'create' : 'index';
  const addsTimestamp = config.addTimestamp || mode === 'data_stream';

  return (batch, output) => {
    const events = listLiveEvents(batch);
    const sizes: number[] = [];
    const now = nowNanos();
    for (const event of events) {
      const time = toDate(readTime(batch, event) ?? now);
      const idMember = idPath ? batch.get(event, idPath) : -1;
      const idText = idMember >= 0 ? batch.text(idMember) : eventId ? batch.idOf(event) : null;
      const id = idText === null ? '' : `,"_id":${JSON.stringify(idText)}`;
      writeText(output, `{"${action}":{"_index":${JSON.stringify(renderIndex(batch, event, time))}${id}}}\n`);
      const before = output.length;
      batch.writeJson(event, output);
      if (addsTimestamp && batch.get(event, timestampPath) < 0)
        addMember(output, `"${TIMESTAMP}":"${time.toISOString()}"`);
      sizes.push(output.length - before);
      output.byte(NEWLINE);
    }
    return { events, sizes };
  };
}
