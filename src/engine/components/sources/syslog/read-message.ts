import { readPriority, type SyslogMessage } from './message.ts';
import { parseBsd } from './rfc3164.ts';
import { parseIetf } from './rfc5424.ts';
import type { SyslogConfig } from './schema.ts';

export type ReadOptions = { format: SyslogConfig['format']; timezone: string; now: number };

/** @throws SyslogError */
export function readMessage(text: string, { format, timezone, now }: ReadOptions): SyslogMessage {
  const priority = readPriority(text);
  const isIetf = format === 'rfc5424' || (format === 'auto' && text.startsWith('1 ', priority.end));
  return isIetf ? parseIetf(text, priority) : parseBsd(text, priority, timezone, now);
}
