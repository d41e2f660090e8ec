/** Indexes are the numbers of https://datatracker.ietf.org/doc/html/rfc5424#section-6.2.1. */

export const FACILITIES = [
  'kern',
  'user',
  'mail',
  'daemon',
  'auth',
  'syslog',
  'lpr',
  'news',
  'uucp',
  'cron',
  'authpriv',
  'ftp',
  'ntp',
  'audit',
  'alert',
  'clock',
  'local0',
  'local1',
  'local2',
  'local3',
  'local4',
  'local5',
  'local6',
  'local7',
] as const;
export const SEVERITIES = ['emerg', 'alert', 'crit', 'err', 'warning', 'notice', 'info', 'debug'] as const;

const ALIASES: Readonly<Record<string, string>> = {
  panic: 'emerg',
  emergency: 'emerg',
  fatal: 'crit',
  critical: 'crit',
  error: 'err',
  warn: 'warning',
  information: 'info',
  informational: 'info',
  trace: 'debug',
};

export function parseSyslogCode(names: readonly string[], text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const name = text.toLowerCase();
  const known = names.indexOf(ALIASES[name] ?? name);
  if (known >= 0) return known;
  return /^\d{1,2}$/.test(name) && Number(name) < names.length ? Number(name) : undefined;
}

/** Replaces invalid characters by `_`. */
export const headerWord = (text: string | undefined, longest: number): string | undefined =>
  text === undefined || text === '' ? undefined : text.replaceAll(/[^\x21-\x7e]/g, '_').slice(0, longest);
