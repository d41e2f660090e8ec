import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { OtherTab } from './OtherTab.tsx';

vi.mock('../../state/sites.ts', () => ({ useSite: () => undefined }));
vi.mock('./analytics/AnalyticsTab.tsx', () => ({
  default: () => <section aria-label="Charts" tabIndex={-1} />,
}));
vi.mock('./insights/InsightsTab.tsx', () => new Promise(() => undefined));

it('the former tab goes at once, while the code of the next one loads [R2.4-01]', async () => {
  const props = {} as Parameters<typeof OtherTab>[0];
  const { rerender } = render(<OtherTab {...props} tab="analytics" />);
  (await screen.findByRole('region', { name: 'Charts' })).focus();
  rerender(<OtherTab {...props} tab="dataInsights" />);
  expect(screen.queryByRole('region', { name: 'Charts', hidden: true })).toBeNull();
  expect(document.activeElement).toBe(document.body);
});
