import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { HealthState } from '../../../contract/entities/health.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { StatusCounts } from './PipelinesPage.tsx';
import type { PipelineRow } from './pipeline-rows.ts';

const createRow = (id: string, status: Pipeline['status'], health?: HealthState): PipelineRow => ({
  pipeline: { id, status, pendingAction: 'NOP' } as Pipeline,
  sourceName: undefined,
  sinkNames: [],
  optimized: undefined,
  errors: undefined,
  health,
});

test('counts of pipelines: what is in trouble is named, and nothing of it green', () => {
  const failing = [
    createRow('a', 'DEPLOYED'),
    createRow('b', 'DEPLOYED', 'failing'),
    createRow('c', 'DEPLOYED', 'atRisk'),
  ];
  const { container, rerender } = render(<StatusCounts rows={failing} />);
  expect(container.textContent).toBe('3 deployed, 1 failing, 1 at risk');
  const readTone = () => container.querySelector('svg')?.getAttribute('data-tone') ?? container.innerHTML;
  const inTrouble = readTone();
  rerender(<StatusCounts rows={[createRow('a', 'DEPLOYED', 'healthy')]} />);
  expect(container.textContent).toBe('1 deployed');
  expect(readTone()).not.toBe(inTrouble);
  rerender(<StatusCounts rows={[createRow('a', 'DEPLOYED', 'starting'), createRow('b', 'DEPLOYED')]} />);
  expect(container.textContent).toBe('2 deployed, 1 starting');
});
