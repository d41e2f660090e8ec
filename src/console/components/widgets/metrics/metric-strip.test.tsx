import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { MetricStrip } from './metric-strip.tsx';

test('metric strip: totals are a list of terms, buttons where they lead somewhere', async () => {
  const onPress = vi.fn();
  render(
    <MetricStrip
      label="Site totals"
      metrics={[
        { id: 'in', label: 'Total Input', figure: { value: '1.5', unit: 'MB' }, sub: '2 KB/s now' },
        { id: 'lost', label: 'Lost', figure: undefined, onPress, leadsTo: 'Opens errors' },
      ]}
    />,
  );
  const strip = within(screen.getByRole('region', { name: 'Site totals' }));
  expect(strip.getAllByRole('term').map(({ firstChild }) => firstChild?.textContent)).toEqual([
    'Total Input',
    'Lost',
  ]);
  expect(strip.getAllByRole('definition')[0]).toHaveTextContent('1.5MB2 KB/s now');
  const lost = strip.getByRole('button');
  expect(lost).toHaveAccessibleName('Lost no value');
  expect(lost).toHaveAccessibleDescription('Opens errors');
  await userEvent.click(lost);
  expect(onPress).toHaveBeenCalledOnce();
});
