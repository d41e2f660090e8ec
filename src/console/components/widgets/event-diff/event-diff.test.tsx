import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { EventDiff } from './event-diff.tsx';

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
