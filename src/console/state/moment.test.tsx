import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { windowFocus } from '../lib/window-focus.ts';
import { moveMoments, useTimeSpan } from './time-filter.ts';

const START = 1_800_000_000_000;

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  windowFocus.set(true);
});
afterEach(() => vi.useRealTimers());

const Span = ({ name, refreshMs }: { name: string; refreshMs: number }) => (
  <output aria-label={name}>{useTimeSpan(refreshMs).end - START / 1000}</output>
);
const endOf = (name: string) => Number(screen.getByRole('status', { name }).textContent);
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('time span: parts drawn at different times end together [R5-08]', () => {
  const first = <Span key="first" name="first" refreshMs={5000} />;
  const { rerender } = render(first);
  pass(3000);
  rerender(
    <>
      {first}
      <Span key="late" name="late" refreshMs={5000} />
    </>,
  );
  expect([endOf('first'), endOf('late')]).toEqual([0, 0]);
  pass(2000);
  expect([endOf('first'), endOf('late')]).toEqual([5, 5]);
});

test('time span: what is drawn long after moves all to now', () => {
  const first = <Span key="first" name="first" refreshMs={60_000} />;
  const { rerender } = render(first);
  pass(30_000);
  rerender(
    <>
      {first}
      <Span key="late" name="late" refreshMs={60_000} />
    </>,
  );
  expect([endOf('first'), endOf('late')]).toEqual([30, 30]);
});

test('time span: another pace of refresh asks for nothing anew at once [R5-08]', () => {
  const { rerender } = render(<Span name="one" refreshMs={41_000} />);
  const begun = endOf('one');
  pass(2000);
  rerender(<Span name="one" refreshMs={4100} />);
  expect(endOf('one')).toBe(begun);
  pass(4100);
  expect(endOf('one')).toBe(6);
});

test('time span: stands without focus, moves with it and when asked', () => {
  render(<Span name="one" refreshMs={5000} />);
  act(() => windowFocus.set(false));
  const stood = endOf('one');
  pass(20_000);
  expect(endOf('one')).toBe(stood);
  act(() => moveMoments());
  expect(endOf('one')).toBe(20);
  pass(7000);
  act(() => windowFocus.set(true));
  expect(endOf('one')).toBe(27);
});
