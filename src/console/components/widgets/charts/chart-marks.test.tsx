import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ChartMark } from './chart-explain.ts';
import { ChartMarks } from './chart-marks.tsx';

const drawn = {
  svg: document.createElementNS('http://www.w3.org/2000/svg', 'svg'),
  xOf: (time: number) => time / 10,
  timeAt: (x: number) => x * 10,
  yOf: (value: number) => value,
  area: { left: 10, right: 100, top: 0, bottom: 50 },
  hasEndLabels: false,
};
const mark = (time: number, kind: ChartMark['kind']): ChartMark => ({ id: `${time}`, time, kind, label: '' });

it('changes of one moment are one mark of each kind, and those outside are none', () => {
  const marks = [
    mark(50, 'edit'),
    mark(200, 'edit'),
    mark(201, 'deployment'),
    mark(202, 'edit'),
    mark(203, 'deployment'),
    mark(400, 'edit'),
    mark(2000, 'edit'),
  ];
  const { container } = render(
    <ChartMarks drawn={drawn} cursor={{}} range={undefined} rows={[]} marks={marks} />,
  );
  const shown = [...container.querySelectorAll<HTMLElement>('[data-kind]')];
  expect(shown.map(({ dataset, style }) => [dataset.kind, style.left])).toEqual([
    ['edit', '20.2px'],
    ['deployment', '20.3px'],
    ['edit', '40px'],
  ]);
});
