import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { prepareEditor } from '../../../../../tests/model/editor-screen.tsx';
import { screenPipeline } from '../../../../../tests/model/screen-pipeline.ts';
import { NOTHING_COUNTED } from '../../../../contract/entities/analytics.ts';
import { type Draft, emptyDraft } from '../../../../graph/draft.ts';
import { globalCommands } from '../../../app/global.commands.ts';
import { listSet } from '../../../app/list-commands.ts';
import { monitoringSet } from '../../../app/monitoring-commands.ts';
import { pipelineSet } from '../../../app/pipeline-commands.ts';
import { pipelinesSet } from '../../../app/pipelines-commands.ts';
import { createRegistry } from '../../../commands/registry.ts';
import { installCommands } from '../../../commands/runtime.ts';
import type { Command } from '../../../commands/types.ts';
import { LocationProvider } from '../../../state/location.tsx';
import AnalyticsTab from './AnalyticsTab.tsx';
import ErrorsTab from './ErrorsTab.tsx';

const PIPELINE = screenPipeline();
/** As its route makes it. */
const AGENTS: Command = {
  ...{ id: 'go.agents', title: 'Agents', group: 'Go to', icon: 'globe', keywords: [], scope: 'global' },
  ...{ bar: false, enabled: () => true, run: () => undefined },
};
const PODS = ['engine-1', 'engine-2', 'engine-3'];
const node = (id: string, nodeType: 'SOURCE' | 'TRANSFORM' | 'SINK', name: string) => ({
  [id]: { id, nodeType, name, templateId: 'any', config: {} },
});
const DRAFT: Draft = {
  ...emptyDraft('web logs'),
  nodes: {
    ...node('200000000000000001', 'SOURCE', 'in'),
    ...node('100000000000000001', 'TRANSFORM', 'Parse JSON'),
    ...node('100000000000000002', 'TRANSFORM', 'Keep errors'),
    ...node('200000000000000002', 'SINK', 'archive'),
    ...node('200000000000000003', 'SINK', 'search'),
  },
  edges: {
    '200000000000000001': { nodeIds: ['100000000000000001'] },
    '100000000000000001': { nodeIds: ['100000000000000002'] },
    '100000000000000002': { nodeIds: ['200000000000000002', '200000000000000003'] },
  },
};
const stage = (componentId: string, name: string, input: string, output: string, percent: number) => ({
  componentId,
  pipelineId: PIPELINE.id,
  name,
  nodeType: 'TRANSFORM',
  dataProcessed: { totalInputDataBytes: input, totalOutputDataBytes: output, percentDataOptimized: percent },
});

const { useCall, sites } = vi.hoisted(() => ({
  useCall: vi.fn(),
  sites: { site: undefined as { engine: string } | undefined },
}));
vi.mock('../../../state/sites.ts', async (original) => ({
  ...(await original<object>()),
  useSites: () => sites,
}));
vi.mock('../../../api/use-call.ts', async (original) => ({ ...(await original<object>()), useCall }));
const asked = new Map<string, { query: Record<string, unknown> }>();
const answers: Record<string, unknown> = {
  listDataPods: { dataPods: [...PODS, 'engine-1/300000000000000099'] },
  getPipelineSummaries: {
    coverage: { startUnixTimeSeconds: 0, endUnixTimeSeconds: 3600, resolutionSeconds: 60 },
    pipelineSummaries: {
      [PIPELINE.id]: {
        ...NOTHING_COUNTED,
        totalInputDataBytes: '140000',
        totalOutputDataBytes: '50000',
        optimizedDataBytes: 90_000,
        percentDataOptimized: 64.3,
      },
    },
  },
  getSiteComponentsDataProcessed: {
    components: [
      stage('100000000000000002', 'Keep errors', '60000', '50000', 16.7),
      stage('100000000000000001', 'Parse JSON', '140000', '60000', 57.1),
    ],
  },
  listPipelineErrors: { pipelinesErrorDetails: {} },
};

// Preload the lazy-loaded tables.
beforeAll(async () => {
  await import('../../../components/widgets/filters/select-popup.tsx');
});
beforeEach(() => {
  prepareEditor();
  const registry = createRegistry(
    [
      ...globalCommands,
      AGENTS,
      ...listSet.commands,
      ...pipelinesSet.commands,
      ...pipelineSet.commands,
      ...monitoringSet.commands,
    ],
    [...listSet.scopes, ...pipelinesSet.scopes, ...pipelineSet.scopes, ...monitoringSet.scopes],
  );
  const nothing = () => undefined;
  installCommands({ registry, ask: nothing, refuse: nothing, record: nothing });
  window.history.replaceState(null, '', `/pipelines/${PIPELINE.id}`);
  asked.clear();
  sites.site = undefined;
  useCall.mockImplementation((id: string, input) => {
    asked.set(id, input);
    const data = answers[id];
    return { data, error: null, isPending: data === undefined, refetch: vi.fn() };
  });
});

function show(tab: 'analytics' | 'errors') {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LocationProvider>
        {tab === 'analytics' ? (
          <AnalyticsTab pipeline={PIPELINE} draft={DRAFT} />
        ) : (
          <ErrorsTab pipeline={PIPELINE} draft={DRAFT} openNode={() => undefined} />
        )}
      </LocationProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}
const labels = () => screen.getAllByRole('option').map((option) => option.textContent);
const filter = (name: string, within_: HTMLElement = document.body) =>
  within(within_).getByRole('combobox', { name, hidden: true });
const queryOf = (id: string) => asked.get(id)?.query;

it('Metric Type: Bytes or Events, Bytes first, always one [R2.4-38 … R2.4-42]', async () => {
  const user = show('analytics');
  expect(queryOf('getPipelineSeries')).toMatchObject({ metricType: 'EVENTS_BYTES' });
  await user.click(filter('Metric Type: Bytes'));
  await screen.findByRole('listbox');
  expect(labels()).toEqual(['Bytes', 'Events']);
  await user.click(screen.getByRole('option', { name: 'Events' }));
  await waitFor(() => expect(filter('Metric Type: Events')).toBeInTheDocument());
  for (const id of ['getPipelineSeries', 'getPipelineSummaries', 'getSiteComponentsDataProcessed'])
    expect(queryOf(id), id).toMatchObject({ metricType: 'EVENTS_COUNT' });
});

it('Instances are searched, chosen, and sent as pods [R2.4-43 … R2.4-46]', async () => {
  const user = show('analytics');
  expect(Object.keys(queryOf('listDataPods') ?? {}).toSorted()).toEqual([
    'timeRange.endUnixTimeSeconds',
    'timeRange.startUnixTimeSeconds',
  ]);
  expect(queryOf('getPipelineSeries')).not.toHaveProperty('pods');
  await user.click(filter('Instances: All'));
  const list = await screen.findByRole('listbox');
  expect(list).toHaveAttribute('aria-multiselectable', 'true');
  expect(labels()).toEqual(PODS);
  await user.keyboard('engine-2');
  expect(labels()).toEqual(['engine-2']);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(queryOf('getPipelineSeries')?.pods).toEqual(['engine-1', 'engine-3']));
  for (const id of ['getPipelineSummaries', 'getPipelineOptimisations', 'getSiteComponentsDataProcessed'])
    expect(queryOf(id)?.pods, id).toEqual(['engine-1', 'engine-3']);
});

it('the data summary has input, output, optimization and the other fates [R2.4-47, R2.4-48]', () => {
  show('analytics');
  const facts = screen.getByText('Total Input').closest('dl');
  expect(facts?.textContent).toMatch(
    /^Total Input140\s?KBTotal Output50\s?KBOptimization64\.3\s?%Dropped by rule0\s?BWaiting0\s?BDead letters0\s?BLost0\s?B$/,
  );
});

it('the optimisation over time has a filter of several destinations [R2.4-49, R2.4-50, R2.8-53]', async () => {
  const user = show('analytics');
  const figure = screen.getByRole('figure', { name: 'Optimization over time' });
  await user.click(filter('Destination: All', figure));
  expect(await screen.findByRole('listbox')).toHaveAttribute('aria-multiselectable', 'true');
  expect(labels()).toEqual(['archive', 'search']);
});

it('Data Processed shows the pipeline, or one chosen transform [R2.4-51, R2.4-52, R2.4-53]', async () => {
  const user = show('analytics');
  const figure = () => screen.getByRole('figure', { name: 'Data Processed', hidden: true });
  await user.click(filter('Transform: All', figure()));
  await screen.findByRole('listbox');
  expect(labels()).toEqual(['All', 'Parse JSON', 'Keep errors']);
  expect(asked.get('getPipelineSeries')).toMatchObject({ path: { pipelineId: PIPELINE.id } });
  expect(asked.has('getComponentSeries')).toBe(false);
  await user.click(screen.getByRole('option', { name: 'Parse JSON' }));
  await waitFor(() => expect(filter('Transform: Parse JSON', figure())).toBeInTheDocument());
  expect(asked.get('getComponentSeries')).toMatchObject({ path: { nodeId: '100000000000000001' } });
});

it('transforms in flow order, with input, output and percentage [R2.4-54]', () => {
  show('analytics');
  const figure = screen.getByRole('figure', { name: 'Input and output of each transform' });
  const rows = within(figure).getAllByRole('row').slice(-2);
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Parse JSON140\s?KB60\s?KB57\.1\s?%$/),
    expect.stringMatching(/^Keep errors60\s?KB50\s?KB16\.7\s?%$/),
  ]);
});

it('Error Level takes several values, has All and a Reset [R2.4-56, R2.4-57, R2.4-58]', async () => {
  const user = show('errors');
  expect(screen.queryByRole('button', { name: /^Reset/ })).toBeNull();
  await user.click(filter('Error Level: All'));
  const list = await screen.findByRole('listbox');
  expect(list).toHaveAttribute('aria-multiselectable', 'true');
  await user.click(screen.getByRole('option', { name: /^INFO/ }));
  await waitFor(() => expect(window.location.search).toContain('errorlevel='));
  await user.click(screen.getByRole('button', { name: 'All' }));
  await waitFor(() => expect(window.location.search).toBe(''));
  await user.click(screen.getByRole('option', { name: /^INFO/ }));
  await waitFor(() => expect(window.location.search).toContain('errorlevel='));
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: /^Reset/ }));
  await waitFor(() => expect(window.location.search).toBe(''));
  expect(filter('Error Level: All')).toBeInTheDocument();
});

it('on Collectors events alone, with what is exact, estimated and unknown', async () => {
  sites.site = { engine: 'collectors' };
  show('analytics');
  expect(screen.queryByRole('combobox', { name: /Metric Type/ })).not.toBeInTheDocument();
  expect(queryOf('getPipelineSeries')).toMatchObject({ metricType: 'EVENTS_COUNT' });
  expect(await screen.findByText(/How many events is exact; .* is estimated/)).toBeVisible();
  const summary = screen.getByLabelText('Data summary');
  expect(within(summary).getByText('Waiting').nextElementSibling).toHaveTextContent('—');
  expect(within(summary).getByText('Total Input').nextElementSibling).toHaveTextContent('140K');
});
