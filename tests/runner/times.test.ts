import { expect, test } from 'vitest';
import { computeTimes, formatTimes } from './times.ts';

const FILES: Record<string, string> = {
  'tests/e2e/slow.e2e.ts': "import { test } from './support/test.ts';",
  'tests/e2e/why.e2e.ts': '// Slow: waits for a minute of metrics.',
  'src/engine/buffer/kills.test.ts': '',
};
const times = computeTimes(
  [
    { file: 'src/engine/buffer/kills.test.ts', ms: 19_000 },
    { file: 'tests/e2e/why.e2e.ts', ms: 40_000, processorSeconds: 12.34 },
    { file: 'tests/e2e/slow.e2e.ts', ms: 60_040, processorSeconds: 30 },
  ],
  { wallSeconds: 90, processorSeconds: 150 },
  (file) => FILES[file] ?? '',
);

test('seconds are added up by folder, the slowest first', () => {
  expect(times.areas).toEqual([
    { area: 'tests/e2e', files: 2, seconds: 100, processorSeconds: 42.3 },
    { area: 'src/engine', files: 1, seconds: 19, processorSeconds: undefined },
  ]);
  expect(times.files[0]).toEqual({ file: 'tests/e2e/slow.e2e.ts', seconds: 60, processorSeconds: 30 });
});

test('the end of a run says wall and processor seconds of each folder', () => {
  expect(formatTimes(times)).toMatch(/^ +100\.0 s +42\.3 s +tests\/e2e \(2\)$/m);
  expect(formatTimes(times)).toMatch(/^ +19\.0 s +src\/engine \(1\)$/m);
});

test('a file over 20 s is named unless its first line says why', () => {
  expect(times.unexplained).toEqual(['tests/e2e/slow.e2e.ts']);
});

test('the end of a run says wall time and processor time', () => {
  expect(formatTimes(times)).toMatch(/^Wall time 1\.5 min, processor time 2\.5 min/);
  expect(formatTimes({ ...times, processorSeconds: undefined })).toContain('not measured on this system');
});
