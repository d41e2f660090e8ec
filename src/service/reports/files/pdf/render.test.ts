import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { ReportDocument } from '../../../../contract/entities/report-document.ts';
import { pickSeriesColor } from '../look.ts';
import { drawChartSvg, listTimeTicks } from './chart-svg.ts';
import { createReportFonts } from './fonts.ts';
import { renderPdf } from './render.ts';

const START = Date.parse('2026-11-15T23:00:00Z') / 1000;
const HOUR = 3600;
const DAY = 24 * HOUR;
const createDocument = (rows: number, name = 'web'): ReportDocument => ({
  title: 'Weekly optimization',
  content: 'OPTIMIZATION',
  siteName: 'Łódź',
  timeZone: 'Europe/Berlin',
  startUnixTimeSeconds: START,
  endUnixTimeSeconds: START + 7 * DAY,
  madeUnixTimeSeconds: START + 7 * DAY,
  summary: 'It saved much.',
  notes: [],
  figures: [{ label: 'Optimization', text: '66.7%', value: 66.7, detail: '60% before', tone: 'good' }],
  chart: {
    title: 'Data processed',
    unit: 'bytes',
    resolutionSeconds: DAY,
    series: [{ name: 'Input', points: [{ unixTimeSeconds: START, value: 12 }] }],
  },
  columns: [
    { name: 'Pipeline', unit: '', align: 'start', width: 3 },
    { name: 'Input', unit: 'bytes', align: 'end', width: 1 },
  ],
  tables: [
    {
      title: 'Pipelines',
      empty: 'None.',
      rows: Array.from({ length: rows }, (_, index) => [
        { text: `${name} ${index}`, value: '' },
        { text: '1 B', value: 1 },
      ]),
    },
  ],
});

function readPdf(bytes: Uint8Array): string {
  const whole = Buffer.from(bytes);
  const text = whole.toString('latin1');
  const parts = [...text.matchAll(/stream\r?\n/g)].map(({ index, 0: mark }) => {
    try {
      return inflateSync(whole.subarray(index + mark.length)).toString('latin1');
    } catch {
      return '';
    }
  });
  return [text, ...parts].join('\n');
}

test('tagged, titled, with pages that are numbered and a head on each [R2.1-35]', async () => {
  const text = readPdf(await renderPdf(createDocument(80)));
  expect(text.match(/\/Type \/Page\b/g)).toHaveLength(3);
  for (const part of [
    '/Marked true',
    '/Lang (en-US)',
    '/DisplayDocTitle true',
    '/S /H1',
    '/S /TH',
    '/S /Figure',
  ])
    expect(text).toContain(part);
  // Two cells of one head; its repeats on later pages are skipped by screen readers.
  expect(text.match(/\/S \/TH\b/g)).toHaveLength(2);
  expect(text).not.toContain('/Subtype /Image');
});

test.each(['bytes', 'count', 'number'] as const)(
  'a chart of %s is the one of screens, with times of the zone [R2.1-35]',
  (unit) => {
    const points = [1, 2, 4].map((value, day) => ({
      unixTimeSeconds: START + day * DAY,
      value: value * 86_400,
    }));
    const { svg, caption } = drawChartSvg(
      { title: 'Data', unit, resolutionSeconds: DAY, series: [{ name: 'Input', points }] },
      'Europe/Berlin',
      { width: 480, height: 176, textScale: 1 },
    );
    const texts = [...svg.matchAll(/<text[^>]*>([^<]+)</g)].map(([, text]) => text);
    expect(texts).toEqual(expect.arrayContaining(['16 Nov', '17 Nov', '18 Nov']));
    expect(texts).toContain({ bytes: '4 B/s', count: '300K', number: '300K' }[unit]);
    expect(svg).not.toContain('var(');
    expect(svg).toContain(pickSeriesColor(unit, 0));
    expect(caption).toBe(
      { bytes: 'Data, averaged over 1 day', count: 'Data, per day', number: 'Data, a point each day' }[unit],
    );
  },
);

test('hostile and foreign texts are drawn, and none stops it', async () => {
  const long = `${'a'.repeat(500)} 漢字 \u0000\u202E Привет`;
  const { length } = await renderPdf(createDocument(3, long));
  expect(length).toBeGreaterThan(1000);
});

test('each letter has a font; what none has is a question mark', () => {
  const fonts = createReportFonts();
  expect(fonts.split('Łódź Я', 'regular').map(({ font, text }) => `${font}: ${text}`)).toEqual([
    'latin-ext regular: Ł',
    'latin regular: ód',
    'latin-ext regular: ź',
    'latin regular:  ',
    'cyrillic regular: Я',
  ]);
  expect(fonts.isIncomplete()).toBe(false);
  expect(fonts.split('漢', 'bold')).toEqual([{ font: 'latin bold', text: '?' }]);
  expect(fonts.isIncomplete()).toBe(true);
});

test.each([
  [5 * DAY, ['16 Nov', '17 Nov', '18 Nov', '19 Nov', '20 Nov', '21 Nov']],
  [2 * DAY, ['16 Nov', '06:00', '12:00', '18:00', '17 Nov', '06:00', '12:00', '18:00', '18 Nov']],
  [HOUR, ['16 Nov', '00:10', '00:20', '00:30', '00:40', '00:50', '01:00']],
])('ticks of %d seconds are round times of the zone', (seconds, texts) => {
  expect(listTimeTicks(START, START + seconds, 'Europe/Berlin', 8).map(({ text }) => text)).toEqual(texts);
});
