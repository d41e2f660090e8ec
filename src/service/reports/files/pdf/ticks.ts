import { formatReportTick } from '../../../../contract/reports/texts.ts';

const HOUR = 3600;
const TWO_DAYS = 2 * 86_400;
/** Seconds between ticks of spans up to so many seconds. */
const STEPS = [
  { upTo: 8 * 60, step: 60 },
  { upTo: HOUR, step: 600 },
  { upTo: 4 * HOUR, step: 1800 },
  { upTo: TWO_DAYS, step: HOUR },
];
const MOST_TICKS = 8;

export type Tick = { at: number; text: string };

/** Midnights of the zone, or whole hours or minutes of a short span; Unix seconds. */
export function listTimeTicks(start: number, end: number, timeZone: string): Tick[] {
  const step = STEPS.find(({ upTo }) => end - start <= upTo)?.step;
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const found: Tick[] = [];
  // Zones differ by quarters of an hour.
  const width = Math.min(step ?? HOUR, 900);
  for (let at = Math.ceil(start / width) * width; at < end; at += width) {
    const [hour = 0, minute = 0] = clock
      .format(at * 1000)
      .split(':')
      .map(Number);
    const isTick =
      step === undefined ? hour === 0 && minute === 0 : (minute * 60) % Math.min(step, HOUR) === 0;
    if (isTick)
      found.push({
        at,
        text: step === undefined ? formatReportTick(at, timeZone, false) : clock.format(at * 1000),
      });
  }
  const every = Math.max(1, Math.ceil(found.length / MOST_TICKS));
  return found.filter((_, index) => index % every === 0);
}

/** Round values from zero to above the highest. */
export function listValueTicks(highest: number, isWhole: boolean): number[] {
  const rough = Math.max(highest, isWhole ? 1 : 1e-9) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough;
  const whole = isWhole ? Math.max(1, Math.ceil(step)) : step;
  const ticks = [0];
  while ((ticks.at(-1) ?? 0) < highest || ticks.length < 2) ticks.push(ticks.length * whole);
  return ticks;
}
