import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { ProcessWatch } from './process-watch.ts';

test.runIf(process.platform === 'linux')('names a process that still runs and no other', async () => {
  const watch = new ProcessWatch();
  watch.start();
  const left = spawn('sleep', ['1000'], { stdio: 'ignore' });
  const ended = spawn('true', { stdio: 'ignore' });
  await once(ended, 'exit');
  const { running, processorSeconds } = watch.stop();
  left.kill('SIGKILL');
  expect(running).toEqual([expect.objectContaining({ pid: left.pid, command: 'sleep 1000' })]);
  expect(processorSeconds).toBeGreaterThan(0);
});
