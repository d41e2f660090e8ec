import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ProgressBar } from './progress-bar.tsx';

test('goes from 0 to 100, and is full at 100 [R9-24]', () => {
  render(<ProgressBar label="Upload" percent={100} />);
  const bar = screen.getByRole('progressbar', { name: 'Upload' });
  expect(bar).toHaveAttribute('aria-valuemin', '0');
  expect(bar).toHaveAttribute('aria-valuemax', '100');
  expect(bar).toHaveAttribute('aria-valuenow', '100');
  const drawing = bar.querySelector('svg');
  expect(drawing?.getAttribute('viewBox')).toBe('0 0 100 1');
  expect(drawing?.querySelector('rect')?.getAttribute('width')).toBe('100');
});
