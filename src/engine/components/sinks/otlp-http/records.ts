import type { Batch } from '../../../event/batch.ts';
import type { Output } from '../../../event/output.ts';
import { parsePath } from '../../../event/path.ts';
import { getSeverityNumber } from '../../shared/otlp/severity.ts';
import { nowNanos, timeReader } from '../../shared/outbound/event-time.ts';
import { listLiveEvents, writeText } from '../../shared/outbound/request-sink.ts';
import { parseExactly, takeOrigin, takeOverruled, takeRecordParts } from './event-record.ts';
import { anyValue, type LogRecord, type RecordGroup, toAttributes } from './log-record.ts';
import { encodeProtobuf } from './protobuf.ts';
import type { OtlpHttpConfig } from './schema.ts';

type Fields = Record<string, unknown>;

/** A top-level field can be removed from the event. */
function fieldReader(text: string) {
  const path = parsePath(text);
  const name = path.length === 1 ? path[0]!.text : undefined;
  return {
    member: (batch: Batch, event: number) => batch.get(event, path),
    takeOut: (fields: Fields) => {
      if (name !== undefined) delete fields[name];
    },
  };
}

function recordMaker(config: OtlpHttpConfig) {
  const readTime = timeReader(config.timeField);
  const time = fieldReader(config.timeField);
  const severity = fieldReader(config.severityField);
  const body = fieldReader(config.bodyField);

  return (batch: Batch, event: number, json: string, now: string) => {
    const nanos = readTime(batch, event);
    const severityMember = severity.member(batch, event);
    const severityText = severityMember < 0 ? undefined : batch.text(severityMember);
    const bodyMember = body.member(batch, event);
    const fields = parseExactly(json) as Fields;
    if (nanos !== null) time.takeOut(fields);
    if (severityMember >= 0 && batch.isString(severityMember)) severity.takeOut(fields);
    if (bodyMember >= 0) body.takeOut(fields);
    const { resource, scope } = takeOrigin(fields);
    const record: LogRecord = {
      ...(nanos !== null && { timeUnixNano: String(nanos) }),
      observedTimeUnixNano: now,
      severityNumber: getSeverityNumber(severityText ?? ''),
      ...(severityText !== undefined && { severityText }),
      ...takeRecordParts(fields),
    };
    if (bodyMember < 0) return { resource, scope, record: { ...record, body: anyValue(fields) } };
    const overruled = takeOverruled(fields);
    const attributes = [...toAttributes(fields), ...overruled];
    const value = anyValue(parseExactly(batch.json(bodyMember)));
    return { resource, scope, record: { ...record, body: value, attributes } };
  };
}

const RECORD_ID = 'log.record.uid';

function addAttribute(record: LogRecord, key: string, stringValue: string): void {
  const others = record.attributes?.filter((attribute) => attribute.key !== key) ?? [];
  record.attributes = [...others, { key, value: { stringValue } }];
}

const encodeJson = (groups: readonly RecordGroup[]): string =>
  JSON.stringify({
    resourceLogs: groups.map(({ resource, scope, records }) => ({
      resource: { attributes: resource },
      scopeLogs: [{ scope, logRecords: records }],
    })),
  });

export function exportWriter(config: OtlpHttpConfig) {
  const make = recordMaker(config);
  return (batch: Batch, output: Output): { bytes: number; events: number[] } => {
    const events = listLiveEvents(batch);
    const now = String(nowNanos());
    const groups = new Map<string, RecordGroup>();
    let bytes = 0;
    for (const event of events) {
      const json = batch.toJsonText(event);
      bytes += Buffer.byteLength(json);
      const { resource, scope, record } = make(batch, event, json, now);
      const attributes = toAttributes({ ...config.resource, ...resource });
      const key = JSON.stringify([attributes, scope]);
      const group = groups.get(key) ?? { resource: attributes, scope, records: [] };
      if (config.eventId) addAttribute(record, RECORD_ID, batch.idOf(event));
      group.records.push(record);
      groups.set(key, group);
    }
    if (config.encoding === 'json') writeText(output, encodeJson([...groups.values()]));
    else {
      const message = encodeProtobuf([...groups.values()]);
      output.copy(message, 0, message.length);
    }
    return { bytes, events };
  };
}
