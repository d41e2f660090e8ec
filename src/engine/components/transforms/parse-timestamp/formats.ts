import type { ReadTime } from './directives.ts';
import type { TimeParts } from './instant.ts';
import { monthNumber, zoneOffset } from './words.ts';

/** Texts are this short, so no regular expression can be slow. */

export const MAX_TIME_LENGTH = 128;

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,30}))?)? ?(Z|z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/;
const ISO_BASIC = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(?:(\d\d)(?:[.,](\d{1,30}))?)?(Z|[+-]\d\d(?::?\d\d)?)?$/;
const RFC2822 =
  /^(?:[A-Za-z]{3,9}, ?)?(\d{1,2})[ -]([A-Za-z]{3})[ -](\d{4}|\d\d) (\d\d):(\d\d)(?::(\d\d))? ([+-]\d{4}|[A-Za-z]{1,5})(?: ?\(.{0,40}\))?$/;
const ACCESS_LOG =
  /^\[?(\d{1,2})\/([A-Za-z]{3})\/(\d{4}):(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?: ([+-]\d{4}))?\]?$/;
const ERROR_LOG =
  /^\[?(?:[A-Za-z]{3} )?([A-Za-z]{3}) {1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))? (\d{4})\]?$/;
const BSD = /^([A-Za-z]{3}) {1,2}(\d{1,2}) (?:(\d{4}) )?(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?$/;
const NUMBER = /^(-?)(\d{1,20})(?:\.(\d{1,30}))?$/;

function parts(
  year: string | undefined,
  month: number | undefined,
  day: string | undefined,
  clock: readonly (string | undefined)[],
  fraction: string | undefined,
  zone: string | undefined,
): TimeParts | null {
  const offset = zone === undefined ? undefined : zoneOffset(zone);
  if (month === undefined || (zone !== undefined && offset === undefined)) return null;
  return {
    ...(year !== undefined && { year: fullYear(year) }),
    month,
    day: Number(day),
    hour: Number(clock[0] ?? 0),
    minute: Number(clock[1] ?? 0),
    second: Number(clock[2] ?? 0),
    fraction: fraction ?? '',
    ...(offset !== undefined && { offset }),
  };
}

/** https://datatracker.ietf.org/doc/html/rfc2822#section-4.3: up to 49 means this century. */
const fullYear = (text: string): number =>
  text.length === 2 ? Number(text) + (Number(text) < 50 ? 2000 : 1900) : Number(text);

const iso8601: ReadTime = (text) => {
  const found = ISO.exec(text) ?? ISO_BASIC.exec(text);
  return found && parts(found[1], Number(found[2]), found[3], found.slice(4, 7), found[7], found[8]);
};

const rfc2822: ReadTime = (text) => {
  const found = RFC2822.exec(text);
  return found && parts(found[3], monthNumber(found[2]!), found[1], found.slice(4, 7), undefined, found[7]);
};

const apache: ReadTime = (text) => {
  const access = ACCESS_LOG.exec(text);
  if (access)
    return parts(access[3], monthNumber(access[2]!), access[1], access.slice(4, 7), access[7], access[8]);
  const error = ERROR_LOG.exec(text);
  return error && parts(error[7], monthNumber(error[1]!), error[2], error.slice(3, 6), error[6], undefined);
};

const syslog: ReadTime = (text) => {
  const found = BSD.exec(text);
  return found && parts(found[3], monthNumber(found[1]!), found[2], found.slice(4, 7), found[7], undefined);
};

/** @param decimals digits of the unit below the second */
const epoch =
  (decimals: number): ReadTime =>
  (text) => {
    const found = NUMBER.exec(text);
    if (!found) return null;
    const whole = found[2]!.padStart(decimals + 1, '0');
    const split = whole.length - decimals;
    const fraction = whole.slice(split) + (found[3] ?? '');
    const seconds = Number(whole.slice(0, split));
    if (found[1] === '') return { hour: 0, minute: 0, second: 0, fraction, epochSeconds: seconds };
    return beforeEpoch(seconds, fraction);
  };

/** Decimals of a negative time count down: -0.25 is 0.75 after the previous second. */
function beforeEpoch(seconds: number, fraction: string): TimeParts {
  const nanos = Number(fraction.slice(0, 9).padEnd(9, '0'));
  const up = nanos === 0 ? 0 : 1_000_000_000 - nanos;
  return {
    hour: 0,
    minute: 0,
    second: 0,
    fraction: String(up).padStart(9, '0'),
    epochSeconds: -seconds - (nanos === 0 ? 0 : 1),
  };
}

const [seconds, millis, micros, nanos] = [epoch(0), epoch(3), epoch(6), epoch(9)] as const;

/** The digit count determines the unit: seconds up to the year 5138, the others from 1973 on. */
const anyEpoch: ReadTime = (text) => {
  const length = NUMBER.exec(text)?.[2]?.length;
  if (length === undefined) return null;
  return (length < 12 ? seconds : length < 15 ? millis : length < 18 ? micros : nanos)(text);
};

export const FORMATS = {
  iso8601,
  rfc2822,
  apache,
  syslog,
  epoch_s: seconds,
  epoch_ms: millis,
  epoch_us: micros,
  epoch_ns: nanos,
};

export const RECOGNISED: readonly ReadTime[] = [iso8601, rfc2822, apache, syslog, anyEpoch];
