import { cleanup, render } from '@testing-library/react';
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

test.each([
  ['none', [], 'no value', undefined],
  ['one', named('orders'), 'orders', undefined],
  ['several', named('orders', 'payments', 'audit'), 'orders and 2 more', 'payments, audit'],
])('%s: one pipeline is named, several are counted and listed [R2.3-12]', (_, pipelines, text, listed) => {
  const column = createConnectionColumns('source').find(({ id }) => id === 'pipelines');
  const row: Partial<ConnectionRow> = { connection: {} as Connection, pipelines };
  const { container } = render(column?.cell?.(row as ConnectionRow));
  expect(container).toHaveTextContent(text);
  expect(container.querySelector('[title]')?.getAttribute('title') ?? undefined).toBe(listed);
  const [first] = pipelines;
  expect(container.querySelector('a')?.getAttribute('href') ?? undefined).toBe(
    first && `/pipelines/${first.id}`,
  );
});
