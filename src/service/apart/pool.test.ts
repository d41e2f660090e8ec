import { afterAll, expect, test } from 'vitest';
import { createPool, type Job, JobOverrun } from './pool.ts';

const pool = createPool(64);
afterAll(() => pool.stop());

const jobOf = <I, O>(text: string, limitMs = 20_000): Job<I, O> => ({
  module: new URL(`data:text/javascript,${encodeURIComponent(text)}`),
  name: 'run',
  limitMs,
});
const ID = jobOf<undefined, number>(
  "import { threadId } from 'node:worker_threads'; export const run = () => threadId;",
);

test('a thread is used again after its job', async () => {
  const double = jobOf<number, number>('export const run = (number) => 2 * number;');
  expect(await pool.run(double, 21)).toBe(42);
  expect(await pool.run(ID, undefined)).toBe(await pool.run(ID, undefined));
});

test('a job that takes too much memory ends alone', async () => {
  const before = await pool.run(ID, undefined);
  const greedy = jobOf<undefined, void>(
    "export const run = () => { const all = []; for (;;) all.push('x'.repeat(100).split('')); };",
  );
  const overrun = await pool.run(greedy, undefined).catch((error: unknown) => error);
  expect(overrun).toBeInstanceOf(JobOverrun);
  expect(overrun).toMatchObject({ what: 'memory' });
  expect(await pool.run(ID, undefined)).not.toBe(before);
});

test('a job that takes too long is ended', async () => {
  const endless = jobOf<undefined, void>('export const run = () => { for (;;); };', 50);
  await expect(pool.run(endless, undefined)).rejects.toMatchObject({ what: 'time' });
});

test('a job that fails says why, and has no environment', async () => {
  const failing = jobOf<undefined, void>("export const run = () => { throw new Error('no such luck'); };");
  await expect(pool.run(failing, undefined)).rejects.toThrow('no such luck');
  const environment = jobOf<undefined, string[]>('export const run = () => Object.keys(process.env);');
  expect(await pool.run(environment, undefined)).toEqual([]);
});
