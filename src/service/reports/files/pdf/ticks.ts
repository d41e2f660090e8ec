import { formatReportTick } from '../../../../contract/reports/texts.ts';

const QUARTER = 900;
const HOUR = 3600;
const DAY = 86_400;
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * 60),
  ...[1, 2, 4, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 5, 10, 30].map((days) => days * DAY),
];

export type Tick = { at: number; text: string };

/**
 * Round times of the zone, as the charts of screens have those of the browser's: `14:30`, and days at midnight.
 * @param start Unix seconds, as `end`
 * @param most ticks; one at least
 */
export function listTimeTicks(start: number, end: number, timeZone: string, most: number): Tick[] {
  const step = STEPS.find((one) => (end - start) / one <= most) ?? 30 * DAY;
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const ticks: Tick[] = [];
  // Zones differ by quarters of an hour.
  const width = Math.min(step, QUARTER);
  for (let at = Math.ceil(start / width) * width; at <= end; at += width) {
    const text = clock.format(at * 1000);
    const [hour = 0, minute = 0] = text.split(':').map(Number);
    const seconds = hour * HOUR + minute * 60;
    if (seconds % Math.min(step, DAY) === 0)
      ticks.push({ at, text: seconds === 0 ? formatReportTick(at, timeZone, false) : text });
  }
  const every = Math.max(1, Math.round(step / DAY));
  return ticks.filter((_, index) => index % every === 0);
}
