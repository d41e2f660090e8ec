import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { takeProcessorSeconds } from './processor-time.ts';

const burn = (processorMs: number): void => {
  const start = process.cpuUsage();
  const usedMs = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;
  while (usedMs(process.cpuUsage(start)) < processorMs);
};

test.runIf(process.platform === 'linux')('processor time is that since the last call, with children', () => {
  takeProcessorSeconds();
  burn(100);
  execFileSync(process.execPath, ['-e', `(${burn})(150)`]);
  expect(takeProcessorSeconds()).toBeGreaterThanOrEqual(0.24);
  expect(takeProcessorSeconds()).toBeLessThan(0.24);
});
