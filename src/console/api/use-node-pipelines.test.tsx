import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { pageBase } from '../../../tests/model/command-context.ts';
import { loadCall } from './call-table.ts';
import { createQueryClient } from './query-client.ts';
import { selectedSiteId } from './selected-site.ts';
import { useNodePipelines } from './use-node-pipelines.ts';

const NODE_IDS = Array.from({ length: 1500 }, (_, at) => `20000000000000${String(at).padStart(4, '0')}`);
const PIPELINE_ID = '300000000000000001';
/** Node refuses a request whose head is longer. */
const HEAD_MAX_BYTES = 16_384;

function Used() {
  const users = useNodePipelines(NODE_IDS);
  return <p>{users ? users.map(({ nodeId }) => nodeId).join() : 'not yet'}</p>;
}

afterEach(() => {
  cleanup();
  selectedSiteId.set(undefined);
  vi.unstubAllGlobals();
});

test('the users of 1,500 nodes are asked for in addresses that fit [R2.3-12, R7-84]', async () => {
  await loadCall('listNodePipelineIds');
  pageBase();
  selectedSiteId.set('400000000000000001');
  vi.stubGlobal('fetch', async (...request: ConstructorParameters<typeof Request>) => {
    const { url } = new Request(...request);
    if (url.length > HEAD_MAX_BYTES / 2) return new Response(null, { status: 431 });
    const ids = new URL(url).searchParams.getAll('nodeIds');
    const nodePipelineIds = ids.map((nodeId) => ({ nodeId, pipelineIds: [PIPELINE_ID] }));
    return Response.json({ nodePipelineIds });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Used />
    </QueryClientProvider>,
  );
  expect(await screen.findByText(NODE_IDS.join())).toBeInTheDocument();
});
