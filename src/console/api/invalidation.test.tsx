import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageBase } from '../../../tests/model/command-context.ts';
import type { CallId } from '../../contract/calls/index.ts';
import { callApi } from './call-api.ts';
import { loadCall } from './call-table.ts';
import { invalidateAfterWrites } from './invalidation.ts';

const READS: CallId[] = ['listSources', 'listSinks', 'listPipelines', 'listNodeNames', 'listSites'];
const ID = '200000000000000001';

let client: QueryClient;
let stop: () => void;
let status = 200;
beforeEach(async () => {
  pageBase();
  client = new QueryClient();
  stop = invalidateAfterWrites(client);
  status = 200;
  vi.stubGlobal('fetch', async () => Response.json({ id: ID, revision: 2 }, { status }));
  for (const id of READS) {
    await loadCall(id);
    client.setQueryData([id, {}], 'as read before');
  }
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});
const stale = () => READS.filter((id) => client.getQueryState([id, {}])?.isInvalidated);

test.each([
  ['updateSource', { body: { source: { id: ID, name: 'x' } } }, ['listSources', 'listNodeNames']],
  ['updateSink', { body: { sink: { id: ID, name: 'x' } } }, ['listSinks', 'listNodeNames']],
] as const)('after %s what shows it is read again, and nothing else [R7-88]', async (id, input, reads) => {
  await callApi(id, input as never, { ifMatch: 1 });
  expect(stale()).toEqual(reads);
});

test('a refused change and a read leave the cache alone [R7-88]', async () => {
  status = 409;
  const change = callApi('updateSource', { body: { source: { id: ID, name: 'x' } } }, { ifMatch: 1 });
  await expect(change).rejects.toThrow();
  status = 200;
  await callApi('listSourcePorts', { path: { siteId: '400000000000000001' }, query: {} }).catch(
    () => undefined,
  );
  expect(stale()).toEqual([]);
});
