import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { EventDiff } from './event-diff.tsx';

const shown = (before: string, after: string): string => {
  const change = { status: 'MODIFIED' as const, before, after: [after] };
  const { container } = render(<EventDiff label="Event 1" change={change} layout="split" />);
  return container.textContent ?? '';
};

test('a modified event whose lines all stayed says what is new about it', () => {
  const event = '{"level":"debug","code":200}';
  expect(shown(event, event)).toContain('from here on it is read as fields');
  expect(shown(event, '{"code":200,"level":"debug"}')).toContain('only their order');
  expect(shown(event, '{"level":"info","code":200}')).not.toContain('stay the same');
});

test('what would turn the direction of an event is shown as its code', () => {
  const event = '{"user":"\u202enimda"}';
  expect(shown(event, event)).toContain('\\u202enimda');
});
