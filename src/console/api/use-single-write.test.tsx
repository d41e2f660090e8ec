import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { createQueryClient } from './query-client.ts';
import { handleApiErrors } from './report-error.ts';
import { useSingleWrite } from './use-single-write.ts';

afterEach(cleanup);

function start() {
  const ends: { end: () => void; fail: (error: unknown) => void }[] = [];
  const write = vi.fn<(input: string) => Promise<void>>(
    () => new Promise((end, fail) => ends.push({ end, fail })),
  );
  const told: string[] = [];
  const client = createQueryClient();
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  handleApiErrors((outcome, { message }) => told.push(`${outcome} ${message}`));
  const hook = renderHook(
    () =>
      useSingleWrite({
        call: 'deleteSource',
        write,
        succeed: (_, input) => void told.push(`done ${input}`),
        follow: (_, input) => void told.push(`follow ${input}`),
        fail: (_, input) => void told.push(`failed ${input}`),
      }),
    { wrapper },
  );
  const press = (input: string) => act(async () => hook.result.current.start(input));
  return { ...hook, press, write, ends, told };
}

test('single write: a second press writes nothing until the first has ended', async () => {
  const { press, write, ends, told, result } = start();
  await act(async () => {
    result.current.start('a');
    result.current.start('a');
  });
  await press('b');
  expect(write).toHaveBeenCalledTimes(1);
  expect(result.current.isRunning).toBe(true);
  await act(async () => ends[0]?.end());
  expect(told).toEqual(['done a', 'follow a']);
  expect(result.current.isRunning).toBe(false);
  await press('b');
  expect(write).toHaveBeenCalledTimes(2);
});

test('single write: a refusal is reported once, and the next press writes', async () => {
  const { press, write, ends, told } = start();
  await press('a');
  const refused = new ApiError({ status: 409, code: 'IN_USE', reason: 'IN_USE', message: 'It is used' });
  await act(async () => ends[0]?.fail(refused));
  expect(told).toEqual(['toast It is used', 'failed a']);
  await press('b');
  expect(write).toHaveBeenCalledTimes(2);
});

test('single write: its outcome shows even after the user left the screen', async () => {
  const { press, ends, told, unmount } = start();
  await press('a');
  unmount();
  await act(async () => ends[0]?.end());
  expect(told).toEqual(['done a']);
});
