import { expect, test } from 'vitest';
import type { Store } from '../../store/index.ts';
import { createAgentLogs, LINE_BYTES, UNSTORED_MAX_BYTES } from './agent-logs.ts';

const line = (text: string) => ({ kind: 'LOGGED_ERROR' as const, text });
const createLogs = (transaction: () => Promise<void>) =>
  createAgentLogs({ store: { transaction } as unknown as Store, clock: () => 1 });
const textsOf = (logs: ReturnType<typeof createLogs>, agentId: string) =>
  logs.read(agentId, '').map(({ text }) => text);

test('own logs: all of ten thousand agents that fail at once have their reason', () => {
  const logs = createLogs(() => new Promise(() => undefined));
  const ids = Array.from({ length: 10_000 }, (_, number) => String(number));
  for (const id of ids) logs.take(id, [line(`port ${id} is taken`)]);
  expect(ids.filter((id) => textsOf(logs, id)[0] !== `port ${id} is taken`)).toEqual([]);
});

test('own logs: a line is known while it is being stored', async () => {
  const { promise: stored, resolve } = Promise.withResolvers<void>();
  const logs = createLogs(() => stored);
  logs.take('1', [line('port 80 is taken')]);
  const flushed = logs.flush();
  expect(textsOf(logs, '1')).toEqual(['port 80 is taken']);
  logs.take('1', [line('it ended')]);
  expect(textsOf(logs, '1')).toEqual(['port 80 is taken', 'it ended']);
  resolve();
  await flushed;
  expect(textsOf(logs, '1')).toEqual(['it ended']);
});

test('own logs: what cannot be stored takes bounded memory, and is kept', async () => {
  let isFull = true;
  const logs = createLogs(() => (isFull ? Promise.reject(new Error('disk full')) : Promise.resolve()));
  const long = 'x'.repeat(1000);
  const most = Math.ceil(UNSTORED_MAX_BYTES / (long.length + LINE_BYTES));
  for (let number = 1; number <= most + 1; number += 1) logs.take(String(number), [line(long)]);
  await expect(logs.flush()).rejects.toThrow('disk full');
  expect([1, most, most + 1].map((id) => textsOf(logs, String(id)).length)).toEqual([1, 1, 0]);
  isFull = false;
  await logs.flush();
  logs.take('0', [line(long)]);
  expect([0, 1].map((id) => textsOf(logs, String(id)).length)).toEqual([1, 0]);
});
