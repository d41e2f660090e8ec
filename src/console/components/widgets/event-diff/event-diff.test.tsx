import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type EventChange, EventDiff } from './event-diff.tsx';
import { EventEffect } from './event-effect.tsx';

const shown = (before: string, after: string): string => {
  const change = { status: 'MODIFIED' as const, before, after: [after] };
  const { container } = render(<EventDiff label="Event 1" change={change} layout="split" />);
  return container.textContent ?? '';
};

test('a modified event without changed lines says what is new', () => {
  const event = '{"level":"debug","code":200}';
  expect(shown(event, event)).toContain('from here on it is read as fields');
  expect(shown(event, '{"code":200,"level":"debug"}')).toContain('only their order');
  expect(shown(event, '{"level":"info","code":200}')).not.toContain('stay the same');
});

test('bidirectional controls of an event are shown as codes', () => {
  const event = '{"user":"\u202enimda"}';
  expect(shown(event, event)).toContain('\\u202enimda');
});

const effectOf = (status: EventChange['status'], before: unknown, ...after: unknown[]): string => {
  const change = { status, before: JSON.stringify(before), after: after.map((one) => JSON.stringify(one)) };
  const { container } = render(<EventEffect label="Effect" change={change} />);
  return container.textContent ?? '';
};

test('the effect on an event: changed fields alone, with their whole path', () => {
  const before = { level: 'info', user: { email: 'lena@northlock.io', id: 7 } };
  const shownEffect = effectOf('MODIFIED', before, { level: 'info', user: { email: '[redacted]', id: 7 } });
  expect(shownEffect).toContain('was: user.email: "lena@northlock.io"');
  expect(shownEffect).toContain('changed to: user.email: "[redacted]"');
  expect(shownEffect).not.toContain('level');
});

test('the effect on an event: dropped, unchanged, or more than fits', () => {
  expect(effectOf('DROPPED', { level: 'debug' })).toBe('Dropped here: the event goes no further.');
  expect(effectOf('UNMODIFIED', { a: 1 }, { a: 1 })).toBe('Nothing changed.');
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`f${at}`, at]));
  expect(effectOf('MODIFIED', {}, many)).toContain('3 more lines in Preview');
});
