import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { Connection, ConnectionKind } from '../../components/connection-form/kinds.ts';
import { createConnectionColumns } from './columns.tsx';
import type { ConnectionRow } from './use-connections.ts';

afterEach(cleanup);

test.each<[ConnectionKind, string]>([
  ['source', 'Data Output'],
  ['destination', 'Data Input'],
])('the headings of the list of each %s [R2.3-06]', (kind, data) => {
  expect(createConnectionColumns(kind).map(({ header }) => header)).toEqual([
    'Name',
    'Type',
    'Status',
    data,
    'Archival',
    'Pipelines',
  ]);
});

const named = (...names: string[]) => names.map((name, at) => ({ id: `30000000000000000${at}`, name }));

const drawUsers = (pipelines: ReturnType<typeof named>) => {
  const column = createConnectionColumns('source').find(({ id }) => id === 'pipelines');
  const row: Partial<ConnectionRow> = { connection: {} as Connection, pipelines };
  return render(column?.cell?.(row as ConnectionRow));
};

test('no pipeline is no value, one is a link to it [R2.3-12]', () => {
  expect(drawUsers([]).container).toHaveTextContent('no value');
  cleanup();
  const [first] = named('orders');
  drawUsers(named('orders'));
  expect(screen.getByRole('link', { name: 'orders' })).toHaveAttribute('href', `/pipelines/${first?.id}`);
});

test('several pipelines: a count opens their list, worked by keys [R2.3-12]', async () => {
  const user = userEvent.setup();
  drawUsers(named('orders', 'payments', 'audit'));
  screen.getByRole('button', { name: 'orders and 2 more' }).click();
  const list = await screen.findByRole('menu', { name: 'Pipelines that use it' });
  const entries = within(list).getAllByRole('menuitem');
  expect(entries.map(({ textContent }) => textContent)).toEqual(['orders', 'payments', 'audit']);
  await waitFor(() => expect(entries[0]).toHaveFocus());
  await user.keyboard('{ArrowDown}{Enter}');
  expect(window.location.pathname).toBe('/pipelines/300000000000000001');
});
