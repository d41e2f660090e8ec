import { FACILITIES, SEVERITIES } from '../../shared/syslog/names.ts';

/** In the order of the event's fields; undefined when absent. */
export type SyslogMessage = {
  timestamp: string | undefined;
  hostname: string | undefined;
  appname: string | undefined;
  procid: string | undefined;
  msgid: string | undefined;
  facility: string;
  severity: string;
  structured_data: Record<string, Record<string, string>> | undefined;
  message: string;
};

export class SyslogError extends Error {
  override readonly name = 'SyslogError';
}

export type Priority = { facility: string; severity: string; end: number };

/** `<134>` at the start; `end` is the offset after it. @throws SyslogError */
export function readPriority(text: string): Priority {
  if (text[0] !== '<') throw new SyslogError('the message does not begin with a priority such as <134>');
  const close = text.indexOf('>');
  const digits = close > 1 && close <= 4 ? text.slice(1, close) : '';
  if (!/^\d{1,3}$/.test(digits))
    throw new SyslogError('the priority is not a number of one to three digits in < >');
  const value = Number(digits);
  if (value > 191) throw new SyslogError(`the priority ${digits} is over 191`);
  return { facility: FACILITIES[value >> 3]!, severity: SEVERITIES[value & 7]!, end: close + 1 };
}
