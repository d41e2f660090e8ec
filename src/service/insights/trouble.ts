import { isRecord } from '../../contract/values.ts';
import type { SeenEvent } from './events.ts';

export const LEVEL_NAMES = new Set(['level', 'severity', 'loglevel', 'log_level', 'lvl']);
const STATUS_NAMES = new Set(['status', 'status_code', 'response', 'http_status']);

const LEVEL = /^(?:warn(?:ing)?|err(?:or)?|crit(?:ical)?|fatal|alert|emerg(?:ency)?|severe|panic|[wef])$/i;
/** [Syslog severity](https://datatracker.ietf.org/doc/html/rfc5424#section-6.2.1); lower is worse. */
const WARNING = 4;
const FAILED_STATUS = 500;
/** Usual English words for problems. */
const WORDS =
  /\b(?:warn(?:ing)?s?|err(?:ors?)?|fail(?:s|ed|ures?|ing)?|fatal|crit(?:ical)?|severe|panic|emerg|alert|exceptions?|traceback|crash(?:ed|es)?|abort(?:ed|s)?|den(?:ied|y)|refused|rejected|timeouts?|timed out|unreachable|unable|cannot|could not|corrupt(?:ed)?|invalid|segfault|oom|out of memory|killed|break-?in)\b|[a-z](?:Error|Exception)\b/i;
/** Search depth: `log.level`, `http.response.status_code`. */
const DEPTH = 3;

function hasBadField(fields: Record<string, unknown>, depth: number): boolean {
  return Object.entries(fields).some(([name, value]) => {
    if (isRecord(value)) return depth > 1 && hasBadField(value, depth - 1);
    const key = name.toLowerCase();
    if (LEVEL_NAMES.has(key))
      return (
        LEVEL.test(String(value)) || (key === 'severity' && typeof value === 'number' && value <= WARNING)
      );
    return STATUS_NAMES.has(key) && Number(value) >= FAILED_STATUS && Number(value) < 600;
  });
}

/** A warning or error, by level, status or words. */
export const isTrouble = ({ fields }: SeenEvent, message: string): boolean =>
  hasBadField(fields, DEPTH) || WORDS.test(message);
