const HOUR_MS = 3_600_000;

type Zone = { format: Intl.DateTimeFormat; offsets: Map<number, number> };
const zones = new Map<string, Zone>();

function getZone(timezone: string): Zone {
  let zone = zones.get(timezone);
  if (!zone) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    zone = { format, offsets: new Map() };
    zones.set(timezone, zone);
  }
  return zone;
}

/** Milliseconds, cached per hour. */
function getOffset(timezone: string, time: number): number {
  const { format, offsets } = getZone(timezone);
  const hour = Math.floor(time / HOUR_MS);
  const known = offsets.get(hour);
  if (known !== undefined) return known;
  const at = hour * HOUR_MS;
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const shown = Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!);
  if (offsets.size > 1000) offsets.clear();
  offsets.set(hour, shown - at);
  return shown - at;
}

/** Unix milliseconds of a local time. `month` counts from 0. */
export function zonedTime(
  year: number,
  month: number,
  day: number,
  [hour, minute, second]: [number, number, number],
  timezone: string,
): number {
  const asUtc = Date.UTC(year, month, day, hour, minute, second);
  if (timezone === 'UTC') return asUtc;
  const guess = asUtc - getOffset(timezone, asUtc);
  return asUtc - getOffset(timezone, guess);
}
