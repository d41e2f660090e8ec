import { hostname } from 'node:os';
import type { Batch } from '../../../event/batch.ts';
import { type Path, parsePath } from '../../../event/path.ts';
import { nowNanos, timeReader, toDate } from '../../shared/outbound/event-time.ts';
import { FACILITIES, headerWord, parseSyslogCode, SEVERITIES } from '../../shared/syslog/names.ts';
import type { MessageConfig } from './schema.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (value: number): string => String(value).padStart(2, '0');

const bsdTime = (time: Date): string => {
  const day = String(time.getUTCDate()).padStart(2, ' ');
  const clock = [time.getUTCHours(), time.getUTCMinutes(), time.getUTCSeconds()].map(two).join(':');
  return `${MONTHS[time.getUTCMonth()]} ${day} ${clock}`;
};

const ietfTime = (nanos: bigint): string => {
  const micros = String((nanos / 1000n) % 1_000_000n).padStart(6, '0');
  return `${toDate(nanos).toISOString().slice(0, 19)}.${micros}Z`;
};

export type MessageWriter = (batch: Batch, event: number) => string;

export function messageWriter(config: MessageConfig): MessageWriter {
  if (config.format === 'text') return (batch, event) => batch.bytesOf(event).toString();
  if (config.format === 'json') return (batch, event) => batch.toJsonText(event);
  const reader = (name: string) => {
    const path: Path = parsePath(name);
    return (batch: Batch, event: number): string | undefined => {
      const member = batch.get(event, path);
      return member < 0 ? undefined : batch.text(member);
    };
  };
  const readMessage = reader(config.messageField ?? 'message');
  const readSeverity = reader(config.severityField ?? 'severity');
  const readHost = reader(config.hostField ?? 'hostname');
  const readApp = reader(config.appField ?? 'appname');
  const [readFacility, readProcess, readMsgid] = ['facility', 'procid', 'msgid'].map(reader);
  const readTime = timeReader(config.timeField ?? 'timestamp');
  const facility = FACILITIES.indexOf(config.facility);
  const severity = SEVERITIES.indexOf(config.severity);
  const here = headerWord(hostname(), 255) ?? '-';

  return (batch, event) => {
    const priority =
      (parseSyslogCode(FACILITIES, readFacility?.(batch, event)) ?? facility) * 8 +
      (parseSyslogCode(SEVERITIES, readSeverity(batch, event)) ?? severity);
    const nanos = readTime(batch, event) ?? nowNanos();
    const host = headerWord(readHost(batch, event), 255) ?? here;
    const app = headerWord(readApp(batch, event), 48) ?? 'penstock';
    const process = headerWord(readProcess?.(batch, event), 128);
    const text = readMessage(batch, event) ?? batch.toJsonText(event);
    if (config.format === 'rfc3164') {
      const tag = process === undefined ? app : `${app}[${process}]`;
      return `<${priority}>${bsdTime(toDate(nanos))} ${host} ${tag}: ${text}`;
    }
    const msgid = headerWord(readMsgid?.(batch, event), 32) ?? '-';
    return `<${priority}>1 ${ietfTime(nanos)} ${host} ${app} ${process ?? '-'} ${msgid} - ${text}`;
  };
}
