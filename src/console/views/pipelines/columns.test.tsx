import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { HealthState } from '../../../contract/entities/health.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { splitColumns } from '../../components/widgets/table/use-folded-columns.ts';
import { columns } from './columns.tsx';
import { toRows } from './pipeline-rows.ts';

const DEPLOYED: Partial<Pipeline> = {
  id: '300000000000000001',
  siteId: '400000000000000001',
  name: 'web',
  status: 'DEPLOYED',
  pendingAction: 'NOP',
  deployedGraphVersion: 1,
  sinkIds: [],
};

function statusOf(changes: Partial<Pipeline>, health: HealthState | undefined): string {
  const pipeline = { ...DEPLOYED, ...changes } as Pipeline;
  const fares = new Map(health === undefined ? [] : [[pipeline.id, health] as const]);
  const joined = { names: new Map(), summaries: undefined, errors: undefined, health: fares };
  const [row] = toRows([pipeline], joined);
  const column = columns.find(({ id }) => id === 'status');
  if (!row || !column?.cell) throw new Error('no such cell');
  const { container } = render(column.cell(row));
  return [...container.querySelectorAll('span')]
    .filter((span) => span.childElementCount === 0)
    .map((span) => span.textContent)
    .join(' ');
}

test.each<[Partial<Pipeline>, HealthState | undefined, string]>([
  [{}, undefined, 'Deployed'],
  [{}, 'healthy', 'Deployed'],
  [{}, 'waiting', 'Deployed'],
  [{}, 'failing', 'Failing Deployed'],
  [{}, 'starting', 'Starting Deployed'],
  [{}, 'fallingBehind', 'Falling behind Deployed'],
  [{ status: 'FAILED' }, 'failing', 'Error'],
  [{ status: 'ROLLED_BACK' }, 'atRisk', 'At risk Deployed, rolled back'],
])('status %j that is %s: trouble first, quiet otherwise [R2.3-01]', (pipeline, health, said) => {
  expect(statusOf(pipeline, health)).toBe(said);
});

test('the headings of the list [R2.3-06]', () => {
  expect(columns.map(({ header }) => header)).toEqual([
    'Name',
    'Source',
    'Destination',
    'Data Optimized',
    'Errors',
    'Status',
  ]);
});

test('in a narrow list source and destination fold before the name [R2.3-01]', () => {
  const shownAt = (width: number) => {
    const split = splitColumns(columns, columns, width);
    return [split.columns, split.folded].map((list) => list.map(({ header }) => header));
  };
  const always = ['Data Optimized', 'Errors', 'Status'];
  // Widths of the list in windows of 1440 and 1024 pixels.
  expect(shownAt(1170)).toEqual([['Name', 'Source', 'Destination', ...always], []]);
  expect(shownAt(754)).toEqual([
    ['Name', ...always],
    ['Source', 'Destination'],
  ]);
});
