import { expect, test } from 'vitest';
import type { ReportChart } from '../../../contract/entities/report-document.ts';
import { renderChart } from './html-chart.ts';

const MIDNIGHT = 1_795_392_000;
const ZONE = { timeZone: 'UTC' };
const render = (chart: Partial<ReportChart>) =>
  renderChart(
    { title: 'Input <and> output', unit: 'bytes', resolutionSeconds: 86_400, series: [], ...chart },
    ZONE,
    (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  );
const build = (name: string, values: readonly number[], step = 86_400) => ({
  name,
  points: values.map((value, index) => ({ unixTimeSeconds: MIDNIGHT + index * step, value })),
});
const listRows = (html: string) =>
  [...html.matchAll(/<tr><th scope="row".*?<\/tr>(?=<tr><th|<\/tbody>)/gs)].map(([row]) => ({
    widths: [...row.matchAll(/width="(\d+)%" style="border/g)].map(([, width]) => Number(width)),
    text: row
      .replaceAll(/<[^>]*>|&nbsp;/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  }));

test('each step has a row with a bar for each series and its figures', () => {
  const html = render({ series: [build('Input', [2e9, 1e9]), build('Output', [1e9, 0])] });
  expect(listRows(html)).toEqual([
    { widths: [100, 50], text: '23 Nov 2 GB 1 GB' },
    { widths: [50], text: '24 Nov 1 GB 0 B' },
  ]);
  expect(html).toContain('Input &lt;and&gt; output');
});

test('more steps than a month has days are added up', () => {
  const values = Array(7 * 24).fill(1e6);
  const rows = listRows(render({ resolutionSeconds: 3600, series: [build('Input', values, 3600)] }));
  expect(rows).toHaveLength(28);
  expect(rows[1]).toEqual({ widths: [100], text: '23 Nov 06:00 6 MB' });
});

test('counts and many series are shown in all', () => {
  const counts = render({ unit: 'count', series: [build('Errors', [3, 1]), build('Warnings', [1, 1])] });
  expect(listRows(counts).map(({ text }) => text)).toEqual(['23 Nov 4', '24 Nov 2']);
  const many = render({ series: ['a', 'b', 'c', 'd'].map((name) => build(name, [1e6])) });
  expect(listRows(many)).toEqual([{ widths: [100], text: '23 Nov 4 MB' }]);
});

test('what does not add up, and nothing, has no bars', () => {
  expect(render({ unit: 'number', series: [build('p95', [1])] })).toBe('');
  expect(render({ series: [] })).toBe('');
  expect(render({ series: [build('Input', [0, 0])] })).toBe('');
});
