import { expect, test } from 'vitest';
import { nameFormerPeriod } from './former-period.ts';

test('names the period before', () => {
  expect(nameFormerPeriod({ kind: 'preset', preset: '1h' })).toBe('previous hour');
  expect(nameFormerPeriod({ kind: 'preset', preset: '4h' })).toBe('previous 4 hours');
  expect(nameFormerPeriod({ kind: 'custom', start: 1, end: 2 })).toBe('previous period');
});
