import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { MeasuredEffect } from './MeasuredEffect.tsx';

afterEach(cleanup);

const SAME = {
  eventCount: 200,
  eventsBefore: 200,
  eventsAfter: 200,
  bytesBefore: 1000,
  bytesAfter: 1000,
  reason: '',
};

const show = (change: object): string => {
  render(<MeasuredEffect measured={{ ...SAME, ...change }} />);
  return screen.getByText(/captured event/).textContent ?? '';
};

describe('measured effect of a proposal', () => {
  test.each([
    [
      { bytesAfter: 620, eventsAfter: 124 },
      '−38.0 % of 200 captured events: output from 1 KB to 620 B, 200 to 124 events.',
    ],
    [{ bytesAfter: 1041 }, '+4.1 % of 200 captured events: output from 1 KB to 1.04 KB, as many events.'],
    [{}, '±0 % of 200 captured events: output from 1 KB to 1 KB, as many events.'],
    [{ bytesBefore: 0 }, 'Of 200 captured events none reaches a destination before or after it.'],
    [
      { eventCount: 0, reason: 'the pipeline does not run' },
      'No captured events to measure it on: the pipeline does not run.',
    ],
  ])('says what it would change, or why it is not known (%#)', (change, text) => {
    expect(show(change)).toBe(text);
  });
});
