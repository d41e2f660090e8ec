import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { SiteComponent } from '../../../contract/entities/analytics.ts';
import { LocationProvider } from '../../state/location.tsx';
import { TopConnections } from './TopConnections.tsx';

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
      <TopConnections kind="SOURCE" components={[source(1, 10), source(2, 30, 'DELETED'), source(3, 20)]} />
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
