import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CountBadge } from './badge.tsx';

test.each([
  [0, '0'],
  [99, '99'],
  [100, '99+'],
  [12_345, '99+'],
])('a badge of %i reads %s [R9-59]', (count, text) => {
  expect(render(<CountBadge count={count} />).container).toHaveTextContent(
    new RegExp(`^${text.replace('+', '\\+')}$`),
  );
});
