import { SyslogError } from '../components/sources/syslog/message.ts';
import { readMessage } from '../components/sources/syslog/read-message.ts';
import type { Reading, SourceEvent, SourceIdea } from './source-idea.ts';

const FORMATS = ['auto', 'rfc3164', 'rfc5424'] as const;
type Format = (typeof FORMATS)[number];

const QUARTER_MS = 15 * 60_000;
/** Senders lag; a larger distance from a quarter of an hour reveals no time zone. */
const LAG_MS = 3 * 60_000;
const ZONE_SHARE = 0.8;

/** The message as received, if it could not be parsed. */
const getBroken = ({ fields }: SourceEvent): string | undefined =>
  fields.syslog_error !== undefined && typeof fields.message === 'string' ? fields.message : undefined;

/**
 * RFC 3164 accepts any text, so an RFC 5424 message is parsed wrongly
 * (https://datatracker.ietf.org/doc/html/rfc3164, https://datatracker.ietf.org/doc/html/rfc5424).
 */
function getMisread({ fields }: SourceEvent): string | undefined {
  const { message, timestamp } = fields;
  const isIetf =
    typeof message === 'string' && timestamp === undefined && /^1 \d{4}-\d\d-\d\dT/.test(message);
  return isIetf ? `<13>${message}` : undefined;
}

function parse(text: string, format: Format): string | undefined {
  try {
    return JSON.stringify(readMessage(text, { format, timezone: 'UTC', now: Date.now() }));
  } catch (error) {
    if (!(error instanceof SyslogError)) throw error;
    return undefined;
  }
}

function suggestFormat({ config, events }: Reading): SourceIdea[] {
  const { format = 'auto' } = config;
  if (format === 'auto') return [];
  const parsed = events.map((event) => {
    const text = getBroken(event) ?? getMisread(event);
    return text === undefined ? undefined : parse(text, 'auto');
  });
  return [
    {
      title: 'Detect the format: messages have another one than the form says',
      config: { format: 'auto' },
      isMatch: (index) => parsed[index] !== undefined,
      becomes: events.map(({ fields }, index) => parsed[index] ?? JSON.stringify(fields)),
      isRare: true,
    },
  ];
}

const COUNTED = /^\d{1,6} (?=<\d{1,3}>)/;

/**
 * With the wrong framing, messages contain lengths or NUL bytes
 * (https://datatracker.ietf.org/doc/html/rfc6587#section-3.4).
 */
function suggestFraming({ config, events }: Reading): SourceIdea[] {
  const { framing = 'auto' } = config;
  const ideas: SourceIdea[] = [];
  const offer = (wanted: string, title: string, cut: (text: string) => string | undefined) => {
    if (framing === wanted) return;
    const parsed = events.map((event) => {
      const text = cut(getBroken(event) ?? String(event.fields.message ?? ''));
      return text === undefined ? undefined : parse(text, 'auto');
    });
    const becomes = events.map(({ fields }, index) => parsed[index] ?? JSON.stringify(fields));
    ideas.push({
      title,
      config: { framing: wanted },
      isMatch: (index) => parsed[index] !== undefined,
      becomes,
      isRare: true,
    });
  };
  offer('octet_counting', 'Each message after its length: lengths are left in messages', (text) =>
    COUNTED.test(text) ? text.replace(COUNTED, '') : undefined,
  );
  offer('nul', 'A NUL byte after each message: NUL bytes are left in messages', (text) =>
    text.includes('\0') ? text.split('\0')[0] : undefined,
  );
  return ideas;
}

/** The source normalizes RFC 3164 times; RFC 5424 times keep their own zone. */
const isZoneless = ({ fields }: SourceEvent): boolean =>
  typeof fields.timestamp === 'string' && fields.msgid === undefined && /\.000Z$/.test(fields.timestamp);

const formatOffset = (ms: number): string => {
  const minutes = Math.abs(ms) / 60_000;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `${ms < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
};

/** Offset in milliseconds east of UTC. */
function getOffset(timeZone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  const [, sign = '+', hours = '0', minutes = '0'] =
    /([+-])(\d\d):(\d\d)/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** Times all off by the same quarters of an hour are in another zone than configured. */
function suggestZone({ config, events }: Reading): SourceIdea[] {
  const { timezone = 'UTC' } = config;
  const shifts = events.map((event) => {
    if (event.at === undefined || !isZoneless(event)) return undefined;
    const ahead = Date.parse(String(event.fields.timestamp)) - event.at;
    const shift = Math.round(ahead / QUARTER_MS) * QUARTER_MS;
    return Math.abs(ahead - shift) <= LAG_MS && Math.abs(shift) <= 14 * 3_600_000 ? shift : undefined;
  });
  const known = shifts.filter((shift) => shift !== undefined);
  const [shift, times] =
    [...Map.groupBy(known, (one) => one)].toSorted((a, b) => b[1].length - a[1].length)[0] ?? [];
  if (!shift || !times || times.length < events.filter(isZoneless).length * ZONE_SHARE) return [];
  const at = events.find(({ at: arrived }) => arrived !== undefined)?.at ?? Date.now();
  const offset = shift + getOffset(String(timezone), at);
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zone = getOffset(own, at) === offset ? own : formatOffset(offset);
  return [
    {
      title: `Time zone ${zone}: times are ${formatOffset(shift)} h from when the messages arrived`,
      config: { timezone: zone },
      isMatch: (index) => shifts[index] === shift,
      becomes: events.map(({ fields }, index) => {
        const isOff = shifts[index] === shift;
        const time = () => new Date(Date.parse(String(fields.timestamp)) - shift).toISOString();
        return JSON.stringify(isOff ? { ...fields, timestamp: time() } : fields);
      }),
      isRare: true,
    },
  ];
}

export const suggestSyslog = (reading: Reading): SourceIdea[] => [
  ...suggestFormat(reading),
  ...('framing' in reading.config ? suggestFraming(reading) : []),
  ...suggestZone(reading),
];
