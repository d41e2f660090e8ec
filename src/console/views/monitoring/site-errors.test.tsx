import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { pageBase, shellActorsStub } from '../../../../tests/model/command-context.ts';
import type { ErrorEntry } from '../../../contract/entities/analytics.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { handleApiErrors } from '../../api/report-error.ts';
import { selectedSiteId } from '../../api/selected-site.ts';
import { globalCommands } from '../../app/global.commands.ts';
import { listSet } from '../../app/list-commands.ts';
import { monitoringSet } from '../../app/monitoring-commands.ts';
import { pipelinesSet } from '../../app/pipelines-commands.ts';
import { createRegistry } from '../../commands/registry.ts';
import { installCommands, setContextBase } from '../../commands/runtime.ts';
import { LocationProvider } from '../../state/location.tsx';
import { SiteErrors } from './SiteErrors.tsx';

const SITE = '400000000000000001';
const PIPELINE = '300000000000000001';
const entry: ErrorEntry = {
  id: '600000000000000001',
  nodeId: '100000000000000001',
  componentId: '100000000000000001',
  pipelineId: PIPELINE,
  templateName: 'Parse JSON',
  nodeName: 'Parse orders',
  nodeType: 'TRANSFORM',
  errorName: 'JsonInvalid',
  errorLevel: 'ERROR',
  errorDesc: 'The line is no JSON',
  count: '3',
  firstOccurrenceUnixTimeSeconds: 1_767_225_600,
  lastOccurrenceUnixTimeSeconds: 1_767_225_660,
  exampleEvent: '',
  series: { timeSeriesTuple: [] },
  isAcknowledged: false,
  acknowledgedBy: '',
  acknowledgedUnixTimeSeconds: 0,
};
const errors = { errorDetails: [entry], unacknowledgedErrors: '3', unacknowledgedWarnings: '0' };

/** Calls pass the whole client, which is slow on a busy machine. */
const WITHIN = { timeout: 25_000 };
const told: [outcome: string, message: string][] = [];
let lookup: () => Response;
// The call table is lazy-loaded by the first call; load it here.
beforeAll(async () => {
  await import('../../../contract/calls/index.ts');
});
beforeEach(() => {
  selectedSiteId.set(SITE);
  told.length = 0;
  pageBase();
  window.history.replaceState(null, '', '/monitoring/pipelineErrors');
  vi.stubGlobal('fetch', async (...request: ConstructorParameters<typeof Request>) => {
    const { pathname } = new URL(new Request(...request).url);
    if (pathname === '/v1/pipelines') return lookup();
    return Response.json({ pipelinesErrorDetails: { [PIPELINE]: errors } });
  });
  handleApiErrors((outcome, { message }) => outcome !== 'silent' && told.push([outcome, message]));
  const registry = createRegistry(
    [...globalCommands, ...listSet.commands, ...pipelinesSet.commands, ...monitoringSet.commands],
    [...listSet.scopes, ...pipelinesSet.scopes, ...monitoringSet.scopes],
  );
  installCommands({ registry, ask: () => {}, refuse: () => {}, record: () => {} });
  setContextBase(shellActorsStub());
});
afterEach(() => {
  cleanup();
  selectedSiteId.set(undefined);
  vi.unstubAllGlobals();
});

function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LocationProvider>
        <SiteErrors siteId={SITE} />
      </LocationProvider>
    </QueryClientProvider>,
  );
  return screen.findByText('JsonInvalid', {}, WITHIN);
}

test('a failed lookup of pipelines is announced, and errors have no links [R8-60, R8-61]', async () => {
  const message = 'The database is busy';
  const body = { code: 'INTERNAL', reason: 'INTERNAL', message, requestId: 'r' };
  lookup = () => Response.json(body, { status: 500 });
  const row = (await open()).closest<HTMLElement>('[role=row]');
  await waitFor(() => expect(told).toEqual([['toast', message]]), WITHIN);
  expect(row).toHaveTextContent('Parse orders');
  expect(within(row ?? document.body).queryByRole('link')).toBeNull();
}, 180_000);
