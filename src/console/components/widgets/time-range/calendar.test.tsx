import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Calendar } from './calendar.tsx';

test('weeks begin on Monday: Sunday, 22 November 2026 ends its week [R9-49]', () => {
  const last = new Date(2026, 10, 22);
  const first = new Date(2026, 8, 23);
  render(<Calendar label="From" selected={last} onSelect={() => undefined} first={first} last={last} />);
  const grid = screen.getByRole('grid', { name: 'From, November 2026' });
  const weekdays = [...grid.querySelectorAll('th')].map((heading) => heading.getAttribute('aria-label'));
  expect(weekdays).toEqual(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']);
  const week = within(grid)
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('td')].map((day) => day.textContent));
  expect(week).toContainEqual(['16', '17', '18', '19', '20', '21', '22']);
});
