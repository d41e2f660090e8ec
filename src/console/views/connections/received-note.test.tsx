import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { pageBase } from '../../../../tests/model/command-context.ts';
import type { Flag } from '../../../contract/flags.ts';
import { loadCall } from '../../api/call-table.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { selectedSiteId } from '../../api/selected-site.ts';
import { flagsOn } from '../../state/flags.ts';
import { ReceivedNote } from './ReceivedNote.tsx';

const SITE_ID = '400000000000000001';

afterEach(() => {
  cleanup();
  flagsOn.set(undefined);
  selectedSiteId.set(undefined);
  vi.unstubAllGlobals();
});

test.each<[Flag[], string]>([
  [[], 'Received in the last hour: 3 KB, as it came in'],
  [['displayAlteredValues'], 'Parsed in the last hour: 3 KB, in place of the bytes received'],
])('flags %j: the screen of a source says %s [R6-10, R6-11]', async (flags, text) => {
  await loadCall('getComponentSeries');
  pageBase();
  selectedSiteId.set(SITE_ID);
  flagsOn.set(new Set(flags));
  const empty = { timeSeriesTuple: [] };
  vi.stubGlobal('fetch', async (...request: ConstructorParameters<typeof Request>) => {
    const { searchParams } = new URL(new Request(...request).url);
    expect(searchParams.get('metricType')).toBe('RAW_BYTES');
    return Response.json({
      coverage: { startUnixTimeSeconds: 0, endUnixTimeSeconds: 120, resolutionSeconds: 60 },
      inputDataSeries: {
        timeSeriesTuple: [
          { unixTimeSeconds: 0, value: 1000 },
          { unixTimeSeconds: 60, value: 2000 },
        ],
      },
      outputDataSeries: empty,
      droppedDataSeries: empty,
      waitingDataSeries: empty,
      deadLetterDataSeries: empty,
      lostDataSeries: empty,
    });
  });
  const ids = { siteId: SITE_ID, sourceId: '200000000000000001', pipelineId: '300000000000000001' };
  const { container } = render(
    <QueryClientProvider client={createQueryClient()}>
      <ReceivedNote {...ids} />
    </QueryClientProvider>,
  );
  await screen.findByText(/in the last hour/);
  expect(container.textContent?.replaceAll('\u00a0', ' ').replace('3KB', '3 KB')).toBe(text);
});
