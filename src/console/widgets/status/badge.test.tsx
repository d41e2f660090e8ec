import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CountBadge } from './badge.tsx';

test.each([
  [0, '0'],
  [99, '99'],
  [100, '99+'],
  [12_345, '99+'],
])('R9-59 a badge of %i reads %s', (count, text) => {
  expect(render(<CountBadge count={count} />).container).toHaveTextContent(
    new RegExp(`^${text.replace('+', '\\+')}$`),
  );
});
