import type { BrowserFigures } from './browser.ts';
import type { BothSpeeds } from './page.ts';

type Row = (what: string, figure: string, budget: string) => void;

const ms = (value: number) => `${Math.round(value)} ms`;

export function printBrowser({ routes, palette, loadAverage }: BrowserFigures, row: Row): void {
  const both = <T>(figures: BothSpeeds<T>, read: (one: T) => number) =>
    `${ms(read(figures.cpu1x))} / ${ms(read(figures.cpu4x))}`;
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
