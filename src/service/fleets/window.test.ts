import { describe, expect, test } from 'vitest';
import { type MaintenanceWindow, WEEKDAYS } from '../../contract/entities/fleet-window.ts';
import { findWindowProblems, isWindowOpen, parseWindow, storeWindow, toShownWindow } from './window.ts';

const NIGHT: MaintenanceWindow = { days: ['FRI'], from: '22:00', to: '04:00', timeZone: 'Europe/Berlin' };
const DAILY: MaintenanceWindow = { ...NIGHT, days: [...WEEKDAYS] };
const read = (window: MaintenanceWindow, at: string) => {
  const shown = toShownWindow(window, Date.parse(at));
  return [shown?.isOpen, shown?.changesAt.replace('.000Z', 'Z')];
};

describe('a maintenance window', () => {
  test.each([
    ['2026-11-27T20:59:59Z', false, '2026-11-27T21:00:00Z'],
    ['2026-11-27T21:00:00Z', true, '2026-11-28T03:00:00Z'],
    ['2026-11-28T02:59:59Z', true, '2026-11-28T03:00:00Z'],
    ['2026-11-28T03:00:00Z', false, '2026-12-04T21:00:00Z'],
    // Saturday night belongs to another day.
    ['2026-11-28T22:00:00Z', false, '2026-12-04T21:00:00Z'],
  ])('over midnight belongs to the day that it opens on: %s', (at, isOpen, changesAt) => {
    expect(read(NIGHT, at)).toEqual([isOpen, changesAt]);
  });

  test.each([
    // 22:00 to 04:00 of summer time: five hours.
    ['clocks go forward', '2027-03-27T20:59:59Z', false, '2027-03-27T21:00:00Z'],
    ['clocks go forward', '2027-03-28T01:59:59Z', true, '2027-03-28T02:00:00Z'],
    ['clocks go forward', '2027-03-28T02:00:00Z', false, '2027-03-28T20:00:00Z'],
    ['clocks go back', '2027-10-31T02:59:59Z', true, '2027-10-31T03:00:00Z'],
    ['clocks go back', '2027-10-31T03:00:00Z', false, '2027-10-31T21:00:00Z'],
  ])('keeps its local times when %s: %s', (_, at, isOpen, changesAt) => {
    expect(read(DAILY, at)).toEqual([isOpen, changesAt]);
  });

  test('at a time of day that is left out it opens at the moment after', () => {
    const window: MaintenanceWindow = { ...DAILY, from: '02:30', to: '05:00' };
    expect(read(window, '2027-03-28T00:59:59Z')).toEqual([false, '2027-03-28T01:00:00Z']);
    expect(read(window, '2027-03-28T01:00:00Z')).toEqual([true, '2027-03-28T03:00:00Z']);
  });

  test('at a time of day that comes twice it closes once, and stays closed', () => {
    const window: MaintenanceWindow = { ...DAILY, from: '01:00', to: '02:30' };
    expect(read(window, '2027-10-31T00:29:59Z')).toEqual([true, '2027-10-31T00:30:00Z']);
    expect(read(window, '2027-10-31T00:30:00Z')).toEqual([false, '2027-11-01T00:00:00Z']);
    expect(read(window, '2027-10-31T01:30:00Z')).toEqual([false, '2027-11-01T00:00:00Z']);
  });

  test('from and to the same time is a whole day', () => {
    const window: MaintenanceWindow = { days: ['SAT'], from: '00:00', to: '00:00', timeZone: 'UTC' };
    expect(read(window, '2026-11-28T00:00:00Z')).toEqual([true, '2026-11-29T00:00:00Z']);
    expect(read(window, '2026-11-28T23:59:59Z')).toEqual([true, '2026-11-29T00:00:00Z']);
    expect(read(window, '2026-11-29T00:00:00Z')).toEqual([false, '2026-12-05T00:00:00Z']);
  });

  test('without one it is always open', () => {
    expect(isWindowOpen(parseWindow(''), 0)).toBe(true);
    expect(parseWindow(storeWindow(NIGHT))).toEqual(NIGHT);
  });

  test('a time zone that there is not is named', () => {
    expect(findWindowProblems(NIGHT)).toEqual([]);
    expect(findWindowProblems({ ...NIGHT, timeZone: 'Mars' })[0]?.message).toMatch(/not 'Mars'$/);
  });
});
