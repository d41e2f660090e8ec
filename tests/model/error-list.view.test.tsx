import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keySequenceActor, listenToKeys } from '../../src/console/commands/keys/key-sequences.ts';
import { createRegistry } from '../../src/console/commands/registry.ts';
import { installCommands, setContextBase } from '../../src/console/commands/runtime.ts';
import { ErrorList } from '../../src/console/components/errors/ErrorList.tsx';
import { errorsCommands, errorsScopes } from '../../src/console/components/errors/errors.commands.ts';
import { LocationProvider } from '../../src/console/state/location.tsx';
import { filterCommands, filterScopes } from '../../src/console/views/list/filter.commands.ts';
import { listCommands } from '../../src/console/views/list/list.commands.ts';
import type { ErrorEntry } from '../../src/contract/entities/analytics.ts';
import type { Site } from '../../src/contract/entities/site.ts';
import { formatErrorText } from '../../src/contract/errors.ts';
import { pageBase, shellActorsStub } from './command-context.ts';

const SITE = { id: '400000000000000001', name: 'Local' } as Partial<Site> as Site;
const PIPELINE_ID = '300000000000000001';
const OCCURRED = new Date(2026, 10, 21, 14, 32, 8);

const entry = (changes: Partial<ErrorEntry>): ErrorEntry => ({
  id: 'e1',
  nodeId: '100000000000000001',
  componentId: '100000000000000001',
  pipelineId: PIPELINE_ID,
  templateName: 'Parse JSON',
  nodeName: 'Read order',
  nodeType: 'TRANSFORM',
  errorName: 'JsonInvalid',
  errorLevel: 'ERROR',
  errorDesc: formatErrorText({
    title: 'The line is not a JSON object',
    causes: ['The sender writes text'],
    resolutions: ['Choose another format'],
  }),
  count: '20',
  firstOccurrenceUnixTimeSeconds: 1,
  lastOccurrenceUnixTimeSeconds: OCCURRED.getTime() / 1000,
  exampleEvent: '',
  series: { timeSeriesTuple: [] },
  isAcknowledged: false,
  acknowledgedBy: '',
  acknowledgedUnixTimeSeconds: 0,
  ...changes,
});

let errors: readonly ErrorEntry[] = [];
let client: QueryClient;
let stopKeys = () => {};
beforeEach(() => {
  pageBase();
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({
    width: 1440,
  });
  vi.useFakeTimers({ toFake: ['Date'], now: OCCURRED.getTime() + 60_000 });
  vi.stubGlobal('fetch', async () =>
    Response.json({
      pipelinesErrorDetails: {
        [PIPELINE_ID]: { errorDetails: errors, unacknowledgedErrors: '0', unacknowledgedWarnings: '0' },
      },
    }),
  );
  const registry = createRegistry(
    [...listCommands, ...filterCommands, ...errorsCommands],
    [{ id: 'list', mode: 'LIST' }, ...filterScopes, ...errorsScopes],
  );
  installCommands({ registry, ask: () => undefined, refuse: () => undefined, record: () => undefined });
  setContextBase({ ...shellActorsStub(), site: SITE });
  stopKeys = listenToKeys(registry);
});
afterEach(() => {
  cleanup();
  client.clear();
  stopKeys();
  keySequenceActor.send({ type: 'settings.changed', settings: { bindings: [], scopes: ['global'] } });
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function show(listed: readonly ErrorEntry[], known?: ReadonlyMap<string, string>): Promise<void> {
  errors = listed;
  client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const place = known
    ? { names: { known }, name: 'site-errors' }
    : { pipelineId: PIPELINE_ID, name: 'pipeline-errors' };
  render(
    <QueryClientProvider client={client}>
      <LocationProvider>
        <ErrorList
          siteId={SITE.id}
          {...(place as { name: 'site-errors' })}
          nodeReason={() => undefined}
          openNode={() => undefined}
        />
      </LocationProvider>
    </QueryClientProvider>,
  );
  await screen.findByText(listed[0]?.errorName ?? 'No data found');
}

const headings = () =>
  screen
    .getAllByRole('columnheader')
    .map((one) => one.textContent)
    .filter(Boolean);
const firstRow = (): HTMLElement => {
  const row = screen.getAllByRole('row').find((one) => one.getAttribute('aria-level') === '1');
  if (!row) throw new Error('no row');
  return row;
};

async function openFirst(): Promise<void> {
  act(() => screen.getByRole('treegrid').focus());
  await userEvent.setup({ delay: null }).keyboard('{Control>}{Home}{/Control}{ArrowRight}');
  expect(firstRow()).toHaveAttribute('aria-expanded', 'true');
}

const NAMES = new Map([[PIPELINE_ID, 'orders']]);

test('the columns of the list [R2.5-01, R2.5-03 … R2.5-07]', async () => {
  await show([entry({})]);
  expect(headings()).toEqual(
    expect.arrayContaining([
      'Component',
      'Error Type',
      'Error Level',
      'Component Category',
      'Component Type',
      'Last Date of Occurrence',
    ]),
  );
});

test('the column Pipeline is there only when the names of pipelines are [R2.5-02]', async () => {
  await show([entry({})]);
  expect(headings()).not.toContain('Pipeline');
  cleanup();
  await show([entry({})], NAMES);
  expect(headings()).toContain('Pipeline');
  expect(within(firstRow()).getByRole('link', { name: 'orders' })).toBeInTheDocument();
});

test('each column shows its field [R2.5-17]', async () => {
  await show([entry({})], NAMES);
  const texts = within(firstRow())
    .getAllByRole('gridcell')
    .map((cell) => cell.textContent ?? '');
  const shown = Object.fromEntries(
    screen.getAllByRole('columnheader').map((heading, at) => [heading.textContent, texts[at]]),
  );
  expect(shown).toMatchObject({
    Component: 'Read order',
    Pipeline: 'orders',
    'Error Type': 'JsonInvalid',
    'Error Level': expect.stringContaining('ERROR'),
    'Component Category': 'Transform',
    'Component Type': 'Parse JSON',
    'Last Date of Occurrence': '21 Nov 14:32:08',
  });
});

test('a row opens: causes, resolutions, and Acknowledge while nobody did [R2.5-09 … R2.5-13]', async () => {
  await show([entry({})]);
  expect(screen.queryByText('Possible Cause:')).toBeNull();
  await openFirst();
  expect(screen.getByText('Possible Cause:').nextElementSibling).toHaveTextContent('The sender writes text');
  expect(screen.getByText('Resolution:').nextElementSibling).toHaveTextContent('Choose another format');
  expect(screen.getByRole('button', { name: 'Acknowledge' })).toBeInTheDocument();
  cleanup();
  await show([entry({ isAcknowledged: true, acknowledgedBy: 'Ada' })]);
  await openFirst();
  expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull();
  expect(screen.getByText(/^Acknowledged by Ada/)).toBeInTheDocument();
});

test.each([
  ['causes', { causes: [], resolutions: ['Try again'] }, ['Resolution:']],
  ['resolutions', { causes: ['The network'], resolutions: [] }, ['Possible Cause:']],
  ['both', { causes: [], resolutions: [] }, []],
])('without %s the heading is left out [R2.5-18]', async (_, lists, expected) => {
  await show([entry({ errorDesc: formatErrorText({ title: 'No route', ...lists }) })]);
  await openFirst();
  expect(screen.getByRole('heading', { name: 'No route' })).toBeInTheDocument();
  expect(screen.queryAllByText(/^(Possible Cause|Resolution):$/).map((one) => one.textContent)).toEqual(
    expected,
  );
});

test('an empty list says that no data was found [R2.5-15, R2.5-16]', async () => {
  await show([]);
  expect(screen.getByRole('heading', { name: 'No data found' })).toBeInTheDocument();
});
