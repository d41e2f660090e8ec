import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { NOTHING_COUNTED, type SiteComponent } from '../../../contract/entities/analytics.ts';
import { PIPELINE_STATUSES, type PipelineStatus } from '../../../contract/enums.ts';
import { TransformationsCard } from '../widgets/transformations/transformations-card.tsx';
import { toTransformationRows } from './rows.ts';

const component = (
  name: string,
  input: number,
  pipelineStatus: PipelineStatus = 'DEPLOYED',
): SiteComponent => ({
  componentId: name,
  nodeType: 'TRANSFORM',
  name,
  templateId: 'filter',
  pipelineId: '300000000000000001',
  pipelineName: 'web',
  pipelineStatus,
  dataProcessed: {
    ...NOTHING_COUNTED,
    totalInputDataBytes: String(input),
    totalOutputDataBytes: '500',
    percentDataOptimized: input === 0 ? null : 100 * (1 - 500 / input),
    totalInputParsedDataBytes: String(input),
    percentParsedDataOptimized: null,
    eventsCreated: '0',
    eventsMerged: '0',
    errors: '0',
  },
});
const show = (components: SiteComponent[], onFollow = vi.fn()) => {
  render(<TransformationsCard rows={toTransformationRows(components)} onFollow={onFollow} />);
  return onFollow;
};

test('rows with their five columns, most input first [R2.8-47, R2.8-50, R2.8-51]', () => {
  show([
    component('small', 1000),
    component('large', 2000),
    { ...component('tcp', 9000), nodeType: 'SOURCE' },
  ]);
  const [head, ...rows] = screen.getAllByRole('row');
  expect(
    within(head!)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(expect.arrayContaining(['Transform', 'Pipeline', 'Data Input', 'Data Output', 'Optimization']));
  expect(screen.getByRole('columnheader', { name: 'Data Input' })).toHaveAttribute('aria-sort', 'descending');
  expect(rows.map((row) => within(row).getAllByRole('gridcell')[1]?.textContent)).toEqual(['large', 'small']);
  expect(rows[0]).toHaveTextContent('large' + 'web' + '2KB' + '500B' + '75.0%');
});

test.each(PIPELINE_STATUSES)(
  'a pipeline of status %s is linked unless deleted or going [R2.8-48, R2.8-49]',
  (status) => {
    show([component('one', 1000, status)]);
    const isGone = ['DELETED', 'DELETING', 'TO_DELETE'].includes(status);
    expect(screen.queryAllByRole('link', { name: 'web' })).toHaveLength(isGone ? 0 : 1);
  },
);

test('a plain click follows inside the console', async () => {
  const onFollow = show([component('one', 1000)]);
  await userEvent.click(screen.getByRole('link', { name: 'web' }));
  expect(onFollow).toHaveBeenCalledExactlyOnceWith('/pipelines/300000000000000001');
});

test('an empty list says so; no input means no percentage', () => {
  show([]);
  expect(screen.getByText('No data found')).toBeInTheDocument();
  show([component('idle', 0)]);
  expect(screen.getByRole('row', { name: /idle/ })).toHaveTextContent('no value');
});

test('Enter opens the pipeline of the row, unless it is gone', async () => {
  const onFollow = show([component('kept', 1000), component('gone', 2000, 'DELETED')]);
  screen.getByRole('grid', { name: 'Transformations' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(onFollow).not.toHaveBeenCalled();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(onFollow).toHaveBeenCalledExactlyOnceWith('/pipelines/300000000000000001');
});

test('many rows are all there, and sort by any column', async () => {
  show(Array.from({ length: 30 }, (_, index) => component(`t${index + 10}`, 1000 + index)));
  expect(screen.getByRole('grid', { name: 'Transformations' })).toHaveAttribute('aria-rowcount', '31');
  const first = () => within(screen.getAllByRole('row')[1]!).getAllByRole('gridcell')[1]?.textContent;
  expect(first()).toBe('t39');
  await userEvent.click(screen.getByRole('button', { name: 'Transform' }));
  expect(first()).toBe('t10');
});

test('a limit shows the first by the chosen order, and the way to the others', async () => {
  const components = Array.from({ length: 30 }, (_, index) => component(`t${index + 10}`, 1000 + index));
  const rows = toTransformationRows(components);
  render(<TransformationsCard rows={rows} rowLimit={10} rest={<p>All 30</p>} onFollow={vi.fn()} />);
  expect(screen.getByRole('grid', { name: 'Transformations' })).toHaveAttribute('aria-rowcount', '11');
  expect(screen.getByText('All 30')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Transform' }));
  expect(within(screen.getAllByRole('row')[1]!).getAllByRole('gridcell')[1]).toHaveTextContent('t10');
});
