import { zonedTime } from '../../shared/zoned-time.ts';
import type { Priority, SyslogMessage } from './message.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAY_MS = 86_400_000;
/** `Oct 11 22:14:15 `, optionally with a year after the day. */
const BSD_TIME = /^([A-Z][a-z]{2}) +(\d{1,2}) (?:(\d{4}) )?(\d\d):(\d\d):(\d\d)(?:\.\d+)? /;
/** Many programs use RFC 5424 times in the old format. */
const ISO_TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)) /;
/** `su[123]: `, `su: ` */
const TAG = /^([^\s:[\]]{1,128})(?:\[([^\]\s]{1,128})\])?: ?/;
/** A host name, unless the word is already the tag. */
const HOST = /^([^\s:[\]]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]+) (?=\S)/;

/** Without a year: the one nearest to now, at most a day ahead. */
function inYearOfNow(
  month: number,
  day: number,
  clock: [number, number, number],
  timezone: string,
  now: number,
) {
  const year = new Date(now).getUTCFullYear();
  const at = (candidate: number) => zonedTime(candidate, month, day, clock, timezone);
  const times = [year + 1, year, year - 1].map(at);
  return times.find((time) => time <= now + DAY_MS) ?? times[1]!;
}

function readTime(
  text: string,
  timezone: string,
  now: number,
): { timestamp: string | undefined; length: number } {
  const iso = ISO_TIME.exec(text);
  if (iso) return { timestamp: iso[1], length: iso[0].length };
  const bsd = BSD_TIME.exec(text);
  if (!bsd) return { timestamp: undefined, length: 0 };
  const [whole, monthName, day, year, hour, minute, second] = bsd;
  const month = MONTHS.indexOf(monthName!);
  const clock: [number, number, number] = [Number(hour), Number(minute), Number(second)];
  const isReal =
    month >= 0 && Number(day) >= 1 && Number(day) <= 31 && clock[0] < 24 && clock[1] < 60 && clock[2] < 61;
  if (!isReal) return { timestamp: undefined, length: 0 };
  const time =
    year === undefined
      ? inYearOfNow(month, Number(day), clock, timezone, now)
      : zonedTime(Number(year), month, Number(day), clock, timezone);
  return { timestamp: new Date(time).toISOString(), length: whole.length };
}

/**
 * `<PRI>TIMESTAMP HOST TAG: MSG` (https://datatracker.ietf.org/doc/html/rfc3164#section-4). Missing parts are
 * omitted; as the RFC requires, any text after the priority is valid.
 */
export function parseBsd(text: string, priority: Priority, timezone: string, now: number): SyslogMessage {
  const { facility, severity } = priority;
  let rest = text.slice(priority.end);
  const { timestamp, length } = readTime(rest, timezone, now);
  rest = rest.slice(length);
  const host = timestamp === undefined ? null : HOST.exec(rest);
  if (host) rest = rest.slice(host[0].length);
  const tag = TAG.exec(rest);
  if (tag) rest = rest.slice(tag[0].length);
  return {
    timestamp,
    hostname: host?.[1],
    appname: tag?.[1],
    procid: tag?.[2],
    msgid: undefined,
    facility,
    severity,
    structured_data: undefined,
    message: rest,
  };
}
