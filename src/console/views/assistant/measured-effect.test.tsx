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

/** Each figure as it is read: its label, then the values. */
const readFigures = (): string[] =>
  screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);

describe('measured effect of a proposal', () => {
  test('figures before and after, of the captured events [R2.7-01]', () => {
    expect(show({ bytesIn: 2000, bytesAfter: 620, eventsAfter: 124 })).toBe(
      'Measured on 200 captured events.',
    );
    expect(readFigures()).toEqual([
      'Optimization: 50.0 →  to 69.0 %',
      'Output: 1 KB →  to 620 B−38.0 %',
      'Events: 200 →  to 124',
    ]);
  });

  test('with an hour of output the share is applied to it', () => {
    expect(show({ bytesAfter: 620, bytesLastHour: 5_000_000 })).toBe(
      'Measured on 200 captured events, 1 KB to 620 B; for an hour as the last one.',
    );
    expect(readFigures()[0]).toBe('Output per hour: 5 MB →  to 3.1 MB−38.0 %');
  });

  test.each([
    [{ bytesAfter: 1041 }, '+4.1 %'],
    [{}, '±0 %'],
  ])('growth and no change are said too (%#)', (change, text) => {
    show(change);
    expect(readFigures()[0]).toContain(text);
  });

  test.each([
    [{ bytesBefore: 0 }, 'Of 200 captured events none reaches a destination before or after it.'],
    [
      { eventCount: 0, reason: 'the pipeline does not run' },
      'No captured events to measure it on: the pipeline does not run.',
    ],
  ])('says why it is not known (%#)', (change, text) => {
    expect(show(change)).toBe(text);
    expect(screen.queryByRole('term')).toBeNull();
  });
});
