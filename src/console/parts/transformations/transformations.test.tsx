import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { SiteComponent } from '../../../contract/entities/analytics.ts';
import { PIPELINE_STATUSES, type PipelineStatus } from '../../../contract/enums.ts';
import { TransformationsCard } from '../../widgets/transformations/transformations-card.tsx';
import { transformationRows } from './rows.ts';

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
    totalInputDataBytes: String(input),
    totalOutputDataBytes: '500',
    totalDroppedDataBytes: '0',
    percentDataOptimized: input === 0 ? null : 100 * (1 - 500 / input),
    totalInputParsedDataBytes: String(input),
    percentParsedDataOptimized: null,
    eventsIn: '0',
    eventsOut: '0',
    eventsDropped: '0',
    errors: '0',
  },
});
const show = (components: SiteComponent[], onFollow = vi.fn()) => {
  render(<TransformationsCard rows={transformationRows(components)} onFollow={onFollow} />);
  return onFollow;
};

test('R2.8-47, R2.8-50, R2.8-51 rows with their five columns, most input first', () => {
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
  ).toEqual(['Transform', 'Pipeline', 'Data Input', 'Data Output', 'Optimization']);
  expect(rows.map((row) => within(row).getByRole('rowheader').textContent)).toEqual(['large', 'small']);
  expect(rows[0]).toHaveTextContent('large' + 'web' + '2KB' + '500B' + '75.0%');
});

test.each(PIPELINE_STATUSES)(
  'R2.8-48, R2.8-49 the pipeline of status %s is linked unless it goes or is gone',
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

test('no rows say so; a transform that took nothing in has no percentage', () => {
  show([]);
  expect(screen.getByText('No data found')).toBeInTheDocument();
  show([component('idle', 0)]);
  expect(screen.getByRole('row', { name: /idle/ })).toHaveTextContent('no value');
});

test('many rows show the first eight until all are asked for', async () => {
  show(Array.from({ length: 30 }, (_, index) => component(`t${index}`, 1000 + index)));
  expect(screen.getAllByRole('rowheader')).toHaveLength(8);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 30' }));
  expect(screen.getAllByRole('rowheader')).toHaveLength(30);
});
