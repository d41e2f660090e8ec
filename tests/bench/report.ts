import type { BrowserFigures } from './browser.ts';
import type { BothSpeeds } from './page.ts';

type Row = (what: string, figure: string, budget: string) => void;

const ms = (value: number) => `${Math.round(value)} ms`;
const kilobytes = (value: number) => `${(value / 1000).toFixed(1)} kB`;
const megabytes = (value: number) => `${(value / 1e6).toFixed(1)} MB`;

export function printBrowser({ firstLoad, routes, palette, loadAverage }: BrowserFigures, row: Row): void {
  const both = <T>(figures: BothSpeeds<T>, read: (one: T) => number) =>
    `${ms(read(figures.cpu1x))} / ${ms(read(figures.cpu4x))}`;
  const { cpu1x } = firstLoad;
  console.log('\nFirst load of the dashboard, medians of five; 1x / 4x throttled');
  row('requests', String(cpu1x.requests), 'must <= 15, aim <= 8 (peers 71, 6)');
  row('script, gzip', kilobytes(cpu1x.scriptGzipBytes), 'must <= 220 kB, aim <= 180 kB (peer 316 kB)');
  row('style, gzip', kilobytes(cpu1x.styleGzipBytes), '(peer 21 kB)');
  row(
    'floor: a page without code',
    both(firstLoad, (one) => one.floorPaintMs),
    '52 / 168 on a quiet machine',
  );
  row(
    'first contentful paint',
    both(firstLoad, (one) => one.firstContentfulPaintMs),
    '4x: must <= 600 ms, aim <= 350 ms (peer 1948 ms)',
  );
  row(
    'largest contentful paint',
    both(firstLoad, (one) => one.largestContentfulPaintMs),
    '4x: must <= 1000 ms, aim <= 750 ms (peer 1948 ms)',
  );
  row(
    'total blocking time',
    both(firstLoad, (one) => one.totalBlockingMs),
    '4x: must <= 100 ms, aim <= 30 ms (peer 134 ms)',
  );
  row(
    'longest task',
    both(firstLoad, (one) => one.longestTaskMs),
    '4x: must <= 300 ms, aim <= 200 ms (peer 413 ms)',
  );
  row('layout shift', cpu1x.layoutShift.toFixed(3), 'must <= 0.02');
  row('heap after GC', megabytes(cpu1x.heapAfterGcBytes), 'must <= 10 MB, aim <= 6 MB (peer 13.9 MB)');
  console.log('\nGoing to another screen, from the key to its heading; 1x / 4x');
  row(
    'first visit, at once',
    both(routes, (one) => one.firstVisitMs),
    'must <= 120 / 350 ms (peer 169 / 606 ms)',
  );
  row(
    'first visit, after 3 s',
    both(routes, (one) => one.restedVisitMs),
    'must <= 120 / 350 ms (peer 169 / 606 ms)',
  );
  row(
    'warm',
    both(routes, (one) => one.warmMs),
    'must <= 80 / 250 ms (peer 116 / 390 ms)',
  );
  for (const [name, figures] of [
    ['5,000', palette.entries5000],
    ['20,000', palette.entries20000],
  ] as const) {
    console.log(`\nPalette over ${name} entries; 1x / 4x`);
    row(
      'open',
      both(figures, (one) => one.openMs),
      'must <= 32 / 100 ms (peer 32 / 124 ms)',
    );
    row(
      'keystroke to paint p95',
      both(figures, (one) => one.keystrokeMs.p95),
      'must <= 25 / 80 ms, aim <= 16 / 50 ms (peer 9 / 28 ms, its field alone)',
    );
  }
  row(
    'load average before / after',
    `${loadAverage.before.toFixed(1)} / ${loadAverage.after.toFixed(1)}`,
    'above the number of cores, the times above are not the console’s own',
  );
}
