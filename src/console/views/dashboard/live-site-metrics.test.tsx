import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { pageBase } from '../../../../tests/model/command-context.ts';
import type { ErrorEntry } from '../../../contract/entities/analytics.ts';
import { sumTotals } from '../../../contract/totals.ts';
import { loadCall } from '../../api/call-table.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { selectedSiteId } from '../../api/selected-site.ts';
import { formatMinute } from '../../lib/format.ts';
import LiveSiteMetrics from './LiveSiteMetrics.tsx';
import type { SiteFigures } from './use-site-figures.ts';
import type { SiteFlow } from './use-site-flow.ts';

const SITE_ID = '400000000000000001';
const PIPELINE_ID = '300000000000000001';
const problem: ErrorEntry = {
  id: '500000000000000001',
  nodeId: '200000000000000001',
  componentId: '200000000000000001',
  pipelineId: PIPELINE_ID,
  templateName: 'HTTP server',
  nodeName: 'web in',
  nodeType: 'SOURCE',
  errorName: 'PortTaken',
  errorLevel: 'ERROR',
  errorDesc: 'The port is taken',
  count: '7',
  firstOccurrenceUnixTimeSeconds: 1,
  lastOccurrenceUnixTimeSeconds: 2,
  exampleEvent: '',
  series: { timeSeriesTuple: [] },
  isAcknowledged: false,
  acknowledgedBy: '',
  acknowledgedUnixTimeSeconds: 0,
};

const NO_FLOW: SiteFlow = {
  flows: new Map(),
  names: new Map(),
  site: { input: undefined, delivered: undefined, dropped: undefined, waitingBytes: undefined },
};

let listed: () => Response;
afterEach(() => {
  cleanup();
  selectedSiteId.set(undefined);
  vi.unstubAllGlobals();
});

async function show(figures: Partial<SiteFigures> = {}) {
  const calls = [
    'listPipelineErrors',
    'getPipelineSummaries',
    'countPipelineErrors',
    'getSavingPrice',
  ] as const;
  await Promise.all(calls.map(loadCall));
  pageBase();
  selectedSiteId.set(SITE_ID);
  vi.stubGlobal('fetch', async (...request: ConstructorParameters<typeof Request>) => {
    const { pathname } = new URL(new Request(...request).url);
    if (pathname.endsWith('/errors/count')) return Response.json({ count: '0' });
    return pathname.endsWith('/errors/list') ? listed() : Response.json({ pipelineSummaries: {} });
  });
  const nothing = {
    pipelines: [],
    rows: [],
    isOrdered: true,
    isCounted: true,
    unit: 'bytes' as const,
    until: undefined,
    totals: sumTotals([]),
    isLoading: false,
    error: null,
  };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LiveSiteMetrics
        siteId={SITE_ID}
        figures={{ ...nothing, ...figures, retry: vi.fn() }}
        flow={NO_FLOW}
        series={undefined}
      />
    </QueryClientProvider>,
  );
  await screen.findByText('Pipeline Errors');
  return () => screen.getByText('Pipeline Errors').closest('div');
}

test('without any input the dashboard still counts the errors [R2.1-05]', async () => {
  const details = { errorDetails: [problem], unacknowledgedErrors: '1', unacknowledgedWarnings: '0' };
  listed = () => Response.json({ pipelinesErrorDetails: { [PIPELINE_ID]: details } });
  const errors = await show();
  await vi.waitFor(() => expect(errors()).toHaveTextContent(/Errors7/), 10_000);
  expect(screen.getByText('Total Input').closest('div')).toHaveTextContent('—');
});

test('errors that cannot be read are not shown as none [R2.1-05]', async () => {
  const asked = vi.fn();
  listed = () => {
    asked();
    return Response.json({ code: 'INTERNAL', message: 'Disk full' }, { status: 500 });
  };
  const errors = await show();
  await vi.waitFor(() => expect(asked).toHaveBeenCalled(), 10_000);
  await vi.waitFor(() => expect(errors()).toHaveTextContent('Errors—'), 10_000);
  expect(errors()).not.toHaveTextContent('None');
});

test('what waited at an engine that is away is said to be the last known [R2.1-05]', async () => {
  listed = () => Response.json({ pipelinesErrorDetails: {} });
  const flowed = { ...sumTotals([]), totalInputDataBytes: 2048, totalWaitingDataBytes: 1024 };
  const until = Math.floor(Date.now() / 1000) - 3600;
  await show({ totals: flowed, until });
  expect(screen.getByText('Waiting').closest('div')).toHaveTextContent(
    `Last known ${formatMinute(until * 1000)}`,
  );
  cleanup();
  await show({ totals: flowed, until: until + 3590 });
  expect(screen.getByText('Waiting').closest('div')).not.toHaveTextContent('Last known');
});
