import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { SiteComponent } from '../../../contract/entities/analytics.ts';
import { LocationProvider } from '../../state/location.tsx';
import { TopConnections } from './TopConnections.tsx';

afterEach(cleanup);

const source = (digit: number, bytes: number, pipelineStatus: SiteComponent['pipelineStatus'] = 'DEPLOYED') =>
  ({
    componentId: `20000000000000000${digit}`,
    nodeType: 'SOURCE',
    name: `source ${digit}`,
    pipelineStatus,
    dataProcessed: { totalInputDataBytes: String(bytes), totalOutputDataBytes: '0' },
  }) as Partial<SiteComponent> as SiteComponent;

test('the busiest source comes first; Enter opens it unless it is gone [R2.1-05]', async () => {
  window.history.replaceState(null, '', '/dashboard');
  render(
    <LocationProvider>
      <TopConnections
        kind="SOURCE"
        unit="bytes"
        components={[source(1, 10), source(2, 30, 'DELETED'), source(3, 20)]}
      />
    </LocationProvider>,
  );
  const table = screen.getByRole('grid', { name: 'Top sources' });
  const names = within(table)
    .getAllByRole('row')
    .flatMap((row) => /source \d/.exec(row.textContent ?? '') ?? []);
  expect(names).toEqual(['source 2', 'source 3', 'source 1']);
  const user = userEvent.setup();
  table.focus();
  await user.keyboard('{Enter}');
  expect(window.location.pathname).toBe('/dashboard');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(window.location.pathname).toBe('/sources/200000000000000003');
});

test('five of seven sources are listed [R2.1-05, R2.8-09]', () => {
  const components = [1, 2, 3, 4, 5, 6, 7].map((digit) => source(digit, digit));
  render(<TopConnections kind="SOURCE" unit="bytes" components={components} />);
  const rows = within(screen.getByRole('grid', { name: 'Top sources' }))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map((row) => /source \d/.exec(row.textContent ?? '')?.[0])).toEqual(
    [7, 6, 5, 4, 3].map((digit) => `source ${digit}`),
  );
});
