import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { pageBase } from '../../../tests/model/command-context.ts';
import type { Asset } from '../../contract/entities/asset.ts';
import { loadCall } from './call-table.ts';
import { createQueryClient } from './query-client.ts';
import { selectedSiteId } from './selected-site.ts';
import { useAllPages } from './use-all-pages.ts';

const SITE_ID = '400000000000000001';
const IDS = Array.from({ length: 2500 }, (_, at) => `90000000000000${String(at).padStart(4, '0')}`);

const makeAsset = (id: string): Asset => ({
  id,
  name: `${id}.log`,
  assetType: 'LOG_SAMPLE',
  siteIds: [],
  sizeBytes: 1,
  checksum: '',
  summary: { kind: 'data' },
  usedBy: [],
  content: 'ready',
  revision: 1,
  createdAt: '2026-11-21T10:00:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
  updatedBy: 'Ada',
});

function Listed() {
  const { data } = useAllPages('listAssets', { siteIds: [SITE_ID] });
  return <p>{data ? `${data.assets.length} of ${data.pagination.totalCount}` : 'none yet'}</p>;
}

afterEach(() => {
  cleanup();
  selectedSiteId.set(undefined);
  vi.unstubAllGlobals();
});

test('all pages are read; a row on two of them appears once [R9-55]', async () => {
  await loadCall('listAssets');
  pageBase();
  selectedSiteId.set(SITE_ID);
  vi.stubGlobal('fetch', async (...request: ConstructorParameters<typeof Request>) => {
    const { searchParams } = new URL(new Request(...request).url);
    const offset = Number(searchParams.get('pagination.offset'));
    const limit = Number(searchParams.get('pagination.limit'));
    // A row moved to the front, so later pages start one row earlier.
    const from = offset === 0 ? 0 : offset - 1;
    const assets = IDS.slice(from, offset + limit).map(makeAsset);
    return Response.json({ assets, pagination: { totalCount: IDS.length } });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Listed />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('2500 of 2500')).toBeInTheDocument();
});
