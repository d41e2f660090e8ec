import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, it, vi } from 'vitest';
import { TailTrial } from '../../testing/tail.ts';

const DAY_MS = 86_400_000;

let tail: TailTrial;
beforeEach(() => {
  tail = new TailTrial();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await tail.end();
});

const putBackADay = () => {
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() - DAY_MS);
};

it('file_tail finds new files after the clock was put back [R20]', async () => {
  writeFileSync(tail.path, 'one\n');
  await tail.start({ path: join(dirname(tail.path), '*.log') });
  await tail.seen('one');
  putBackADay();
  writeFileSync(join(dirname(tail.path), 'new.log'), 'two\n');
  await tail.seen('one', 'two');
});
