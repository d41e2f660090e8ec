import { expect, test } from 'vitest';
import { BusyMeter } from './busy-meter.ts';

test('time counts as far as busy parts make up the whole', () => {
  const meter = new BusyMeter();
  meter.enter(0.5, 100);
  expect(meter.total(200)).toBe(50);
  meter.enter(0.5, 200);
  meter.leave(0.5, 300);
  expect(meter.total(400)).toBe(200);
  meter.leave(0.5, 400);
  expect(meter.total(1000)).toBe(200);
  meter.add(7);
  expect(meter.total(2000)).toBe(207);
});
