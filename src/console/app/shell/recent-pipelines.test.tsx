import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageBase } from '../../../../tests/model/command-context.ts';
import { screenPipeline } from '../../../../tests/model/screen-pipeline.ts';
import { loadCall } from '../../api/call-table.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { recentPipelineIds } from '../../state/recent-pipelines.ts';
import { useSites } from '../../state/sites.ts';
import { createTestSite } from '../../state/testing-site.ts';
import { markScreenArrived } from '../first-content.ts';
import RecentPipelines from './recent-pipelines.tsx';

const SITE = createTestSite();
const WITHIN = { timeout: 30_000 };
const [GOOD, BAD] = ['300000000000000001', '300000000000000002'];
const FAILING = { pipelineId: BAD, name: 'Bad', status: 'DEPLOYED', state: 'failing', reasons: [] };

beforeEach(async () => {
  await Promise.all([loadCall('listPipelines'), loadCall('listHealth')]);
  pageBase();
  recentPipelineIds.set([GOOD, BAD]);
  vi.stubGlobal('fetch', async (...request: ConstructorParameters<typeof Request>) => {
    const { pathname } = new URL(new Request(...request).url);
    if (pathname === '/v1/sites') return Response.json({ sites: [SITE], pagination: { totalCount: 1 } });
    if (pathname.includes('health')) return Response.json({ pipelines: [FAILING], components: [] });
    return Response.json({
      pipelines: [screenPipeline({ id: GOOD, name: 'Good' }), screenPipeline({ id: BAD, name: 'Bad' })],
      pagination: { totalCount: 2 },
    });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  recentPipelineIds.set([]);
});

function Recent() {
  const { site } = useSites();
  return site && <RecentPipelines />;
}

test('recent pipelines: one in trouble is not shown as fine', async () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Recent />
    </QueryClientProvider>,
  );
  markScreenArrived();
  expect(await screen.findByRole('link', { name: 'Failing, Deployed Bad' }, WITHIN)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Deployed Good' })).toBeVisible();
});
