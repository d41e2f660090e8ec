import { expect, test, vi } from 'vitest';
import { callApi } from '../../../api/call-api.ts';
import { readVersions } from './read-versions.ts';

vi.mock('../../../api/call-api.ts', () => ({ callApi: vi.fn() }));
const asked = vi.mocked(callApi);

/** @returns the signal of the request, which is answered by hand */
function startRequest() {
  asked.mockReset();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  asked.mockReturnValue(promise as never);
  return {
    answer: () => resolve({ data: { versions: [{ version: 3 }] } }),
    getSignal: () => asked.mock.lastCall?.[2]?.signal,
  };
}
const createSignal = () => new AbortController().signal;

test('versions are asked for once by all who wait for them', async () => {
  const { answer } = startRequest();
  const both = [readVersions('300', createSignal()), readVersions('300', createSignal())];
  answer();
  expect(await Promise.all(both)).toEqual([[{ version: 3 }], [{ version: 3 }]]);
  expect(asked).toHaveBeenCalledOnce();
});

test('versions are asked for again once they were answered', async () => {
  startRequest().answer();
  await readVersions('300', createSignal());
  await readVersions('300', createSignal());
  expect(asked).toHaveBeenCalledTimes(2);
});

test('the request of versions ends when the last of those who wait leaves', () => {
  const { getSignal } = startRequest();
  const [first, second] = [new AbortController(), new AbortController()];
  void readVersions('301', first.signal);
  void readVersions('301', second.signal);
  first.abort();
  expect(getSignal()?.aborted).toBe(false);
  second.abort();
  expect(getSignal()?.aborted).toBe(true);
  void readVersions('301', createSignal());
  expect(asked).toHaveBeenCalledTimes(2);
});
