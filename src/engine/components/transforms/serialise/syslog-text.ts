import { FACILITIES, headerWord, parseSyslogCode, SEVERITIES } from '../../shared/syslog/names.ts';
import { type Fields, formatValue } from './read-fields.ts';
import { oneLine } from './writers.ts';

export type SyslogDefaults = {
  readonly facility: string;
  readonly hostname?: string | undefined;
  readonly appname?: string | undefined;
};

const INFO = SEVERITIES.indexOf('info');

const named = (names: readonly string[], value: string | Fields | undefined) =>
  parseSyslogCode(names, formatValue(value));

const readFacility = (event: Fields, fallback: string): number =>
  named(FACILITIES, event.get('facility')) ?? parseSyslogCode(FACILITIES, fallback) ?? 0;

const readSeverity = (event: Fields): number =>
  named(SEVERITIES, event.get('severity')) ?? named(SEVERITIES, event.get('level')) ?? INFO;

const word = (value: string | Fields | undefined, most: number, fallback = ''): string =>
  headerWord(formatValue(value) || fallback, most) ?? '-';

function readTimestamp(event: Fields): string {
  const text = formatValue(event.get('timestamp'));
  if (text.length > 40 || !/^\d{4}-\d\d-\d\dT/.test(text)) return '-';
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return '-';
  const digits = /\.(\d{4,9})Z$/.exec(text)?.[1]?.slice(0, 6);
  const iso = time.toISOString();
  return digits === undefined ? iso : `${iso.slice(0, 19)}.${digits}Z`;
}

const NAME_ENDS = /[^\x21-\x7e]|[="\]]/g;
const sdName = (name: string): string => name.replace(NAME_ENDS, '_').slice(0, 32) || '_';

/** Value of the field structured_data: `{id: {name: value}}`. */
function structuredData(event: Fields): string {
  const data = event.get('structured_data');
  if (data === undefined || typeof data === 'string') return '-';
  const elements = [...data].map(([id, values]) => {
    const pairs = typeof values === 'string' ? [] : [...values];
    const text = pairs.map(
      ([name, value]) => ` ${sdName(name)}="${oneLine(formatValue(value)).replace(/(["\\\]])/g, '\\$1')}"`,
    );
    return `[${sdName(id)}${text.join('')}]`;
  });
  return elements.join('') || '-';
}

/** `<134>1 TIME HOST APP PROCID MSGID SD MSG`. Without a `message` field, MSG is the whole event as JSON. */
export function syslogText(event: Fields, json: string, defaults: SyslogDefaults): string {
  const priority = readFacility(event, defaults.facility) * 8 + readSeverity(event);
  const host = word(event.get('hostname') ?? event.get('host'), 255, defaults.hostname);
  const app = word(event.get('appname'), 48, defaults.appname);
  const message = event.get('message');
  const text = message === undefined ? json : formatValue(message);
  const head = `<${priority}>1 ${readTimestamp(event)} ${host} ${app} ${word(event.get('procid'), 128)} ${word(event.get('msgid'), 32)}`;
  return `${head} ${structuredData(event)} ${oneLine(text)}`;
}
