import { Cron } from 'croner';
import { type MaintenanceWindow, type ShownWindow, WEEKDAYS } from '../../contract/entities/fleet-window.ts';
import type { ErrorDetail } from '../../contract/errors.ts';
import { formatTime } from '../clock.ts';
import { isTimeZone } from '../time-zone.ts';

const DAY_MS = 86_400_000;

export const parseWindow = (text: string): MaintenanceWindow | null =>
  text === '' ? null : (JSON.parse(text) as MaintenanceWindow);

export const storeWindow = (window: MaintenanceWindow | null): string =>
  window === null ? '' : JSON.stringify(window);

function createCron(time: string, days: string, timezone: string): Cron {
  const [hour, minute] = time.split(':').map(Number);
  return new Cron(`${minute} ${hour} * * ${days}`, { timezone, mode: '5-part', paused: true });
}

/** A time skipped by the clock change is the first moment after it. */
function readWindow(window: MaintenanceWindow, now: number): { isOpen: boolean; changesAt: number } {
  const days = window.days.map((day) => WEEKDAYS.indexOf(day)).join(',');
  const opens = createCron(window.from, days, window.timeZone);
  const closes = createCron(window.to, '*', window.timeZone);
  const [opened] = opens.previousRuns(1, new Date(now + 1));
  const closing = opened && (closes.nextRun(opened)?.getTime() ?? opened.getTime() + DAY_MS);
  if (closing !== undefined && now < closing) return { isOpen: true, changesAt: closing };
  return { isOpen: false, changesAt: opens.nextRun(new Date(now))?.getTime() ?? 0 };
}

/** Always open without a window. @param now Unix milliseconds */
export const isWindowOpen = (window: MaintenanceWindow | null, now: number): boolean =>
  window === null || readWindow(window, now).isOpen;

/** Next opening of a closed window, in Unix milliseconds. */
export const findOpening = (window: MaintenanceWindow | null, now: number): number =>
  window === null ? now : readWindow(window, now).changesAt;

export function toShownWindow(window: MaintenanceWindow | null, now: number): ShownWindow | null {
  if (window === null) return null;
  const { isOpen, changesAt } = readWindow(window, now);
  return { ...window, isOpen, changesAt: formatTime(changesAt) };
}

/** Checks the time zone, which the schema cannot. */
export function findWindowProblems(window: MaintenanceWindow | null | undefined): ErrorDetail[] {
  if (!window || isTimeZone(window.timeZone)) return [];
  return [
    {
      field: 'fleet.maintenanceWindow.timeZone',
      rule: 'time_zone',
      message: `must be the name of a time zone, such as Europe/Berlin or UTC, not '${window.timeZone}'`,
    },
  ];
}
