import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { emptyDraft, pipelineEditorMachine } from '../../../../machines/pipeline-editor/index.ts';
import { prepareEditor } from '../../../../tests/model/editor-screen.tsx';
import { screenPipeline } from '../../../../tests/model/screen-pipeline.ts';
import type { PendingAction } from '../../../contract/enums.ts';
import { resetTimeRange, selectTimeRange } from '../../actors/time-filter.ts';
import { routeOf } from '../../app/routes.ts';
import { EditHeader } from './EditHeader.tsx';
import { EditorContext } from './editor-context.ts';
import { PipelineTabs } from './PipelineTabs.tsx';
import { StructureHead } from './StructureHead.tsx';
import { Summary } from './Summary.tsx';
import { ViewHeader } from './ViewHeader.tsx';

// The lists come with their first use; here they are there already.
beforeAll(async () => {
  await import('../../widgets/filters/select-popup.tsx');
});
beforeEach(prepareEditor);

const DRAFT = { ...emptyDraft('web logs'), description: 'what the proxies say' };
const nothing = () => undefined;

/** Part of the screen of a pipeline; without `pipeline` of one that is not saved yet. */
function show(part: ReactNode, pipeline?: ReturnType<typeof screenPipeline>, shownVersion = 1) {
  const input = {
    siteId: '400000000000000001',
    ...(pipeline ? { pipeline } : {}),
    draft: DRAFT,
    shownVersion,
    takenNames: [],
  };
  return render(
    <EditorContext.Provider logic={pipelineEditorMachine} options={{ input }}>
      {part}
    </EditorContext.Provider>,
  );
}

const structure = (over: Parameters<typeof screenPipeline>[0] = {}) => {
  const pipeline = screenPipeline(over);
  const look = { isEditing: false, nodeCount: 2, hasSource: true, unit: 'bytes', isOutline: false } as const;
  const shown = show(<StructureHead pipeline={pipeline} {...look} />, pipeline);
  return { text: screen.getByRole('banner').textContent ?? '', ...shown };
};

it("R2.4-19, R2.4-20: the graph is headed 'Pipeline Structure' with its hint", () => {
  const { text } = structure();
  expect(screen.getByRole('heading', { name: 'Pipeline Structure' })).toBeVisible();
  expect(text).toContain('Visualize the Pipeline structure');
});

const PENDING: [Exclude<PendingAction, 'NOP'>, string][] = [
  ['DEPLOY', 'Deploying'],
  ['DELETE', 'Deleting'],
  ['PAUSE', 'Pausing'],
  ['BYPASS', 'Bypassing'],
  ['CANCEL', 'Cancelling'],
];
it.each(PENDING)('R2.4-21, R2.4-22: the badge of %s says %s', (pendingAction, label) => {
  structure({ pendingAction });
  expect(screen.getByText(label)).toBeVisible();
});

it('R2.4-23, R2.4-24: Paused and Bypassed have their badge, and nothing else has one', () => {
  const badges = /Paused|Bypassed|Deployed|ing$/;
  for (const [status, label] of [
    ['PAUSED', 'Paused'],
    ['BYPASSED', 'Bypassed'],
  ] as const) {
    const { unmount } = structure({ status });
    expect(screen.getByText(badges)).toHaveTextContent(label);
    unmount();
  }
  structure({ status: 'DEPLOYED' });
  expect(screen.queryByText(badges)).toBeNull();
});

it("R2.4-25, R2.4-71: 'Last updated at' has the local date and time to the minute, an em dash when empty", () => {
  const { text, unmount } = structure({ updatedAt: new Date(2025, 10, 21, 14, 32, 8).toISOString() });
  expect(text).toContain('Last updated at 21 Nov 2025 14:32');
  expect(text).not.toContain('14:32:08');
  unmount();
  expect(structure({ updatedAt: '0001-01-01T00:00:00Z' }).text).toContain('Last updated at —');
});

it('R2.4-32, R2.4-33, R2.4-34: outside edit mode version, name and description are text alone', () => {
  const pipeline = screenPipeline({ name: 'web logs', description: 'what the proxies say' });
  show(<ViewHeader pipeline={pipeline} version={2} versionName="less noise" />, pipeline, 2);
  expect(screen.getByRole('heading', { name: 'web logs', level: 1 })).toBeVisible();
  expect(screen.getByText('what the proxies say')).toBeVisible();
  expect(screen.getByText('v2 - less noise')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('R2.4-26, R2.4-28, R2.4-29, R2.4-30, R2.4-31: edit mode has a Version Name, and a dropdown of the five newest versions', async () => {
  const versions = [7, 6, 5, 4, 3, 2].map((version) => ({ version, name: version === 7 ? 'newest' : '' }));
  const onVersion = vi.fn();
  const header = <EditHeader versions={versions} shownVersion={7} onVersion={onVersion} />;
  show(header, screenPipeline({ latestGraphVersion: 7 }), 7);
  expect(screen.getByRole('textbox', { name: 'Version Name' })).toHaveValue('');
  const user = userEvent.setup();
  await user.click(screen.getByRole('combobox', { name: 'Base: v7 - newest' }));
  await screen.findByRole('listbox');
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'v7 - newest',
    'v6',
    'v5',
    'v4',
    'v3',
  ]);
  await user.click(screen.getByRole('option', { name: 'v5' }));
  expect(onVersion).toHaveBeenCalledWith(5);
});

it('R2.4-18, R2.4-64, R2.4-66: with no deployed version name and description are inputs, beside Save pipeline', () => {
  const header = <EditHeader versions={[]} shownVersion={1} onVersion={nothing} />;
  const { unmount } = show(header, screenPipeline({ status: 'DEFAULT', deployedGraphVersion: 0 }));
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('web logs');
  expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('what the proxies say');
  expect(screen.getByRole('button', { name: 'Save pipeline' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  unmount();
  show(header, screenPipeline());
  expect(screen.getByRole('button', { name: /^Cancel/ })).toBeVisible();
});

it('R2.4-36: an emptied name that no other pipeline has becomes My Pipeline', async () => {
  const user = userEvent.setup();
  show(<EditHeader versions={[]} shownVersion={0} onVersion={nothing} />, undefined, 0);
  await user.clear(screen.getByRole('textbox', { name: 'Name' }));
  await user.tab();
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('My Pipeline');
});

it('R2.4-09, R2.4-10: the time filter is there, and beside the tabs Refresh and, for another time range, Reset', async () => {
  const tabs = (wasDeployed: boolean) => (
    <PipelineTabs
      selected="overview"
      onSelect={nothing}
      wasDeployed={wasDeployed}
      openErrors={0}
      isErr={false}
    />
  );
  expect(routeOf('/pipelines/300000000000000001')?.hasTimeFilter).toBe(true);
  const { rerender } = render(tabs(false));
  expect(screen.queryByRole('button', { name: /^Refresh/ })).toBeNull();
  rerender(tabs(true));
  expect(screen.getByRole('button', { name: /^Refresh/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Reset/ })).toBeNull();
  act(() => selectTimeRange('12h'));
  expect(await screen.findByRole('button', { name: /^Reset/ })).toBeVisible();
  act(resetTimeRange);
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Reset/ })).toBeNull());
});

it('R2.4-11, R2.4-12, R2.4-13, R2.4-14, R2.4-15, R2.4-16, R2.4-17: the summary has four figures, and each leads to its tab', async () => {
  const summary = {
    percentDataOptimized: 64.3,
    totalInputDataBytes: '140000',
    totalOutputDataBytes: '50000',
    eventsIn: '1400',
    eventsOut: '500',
  };
  const flow = { summary, flows: new Map(), errors: [] } as never;
  const onShow = vi.fn();
  render(<Summary draft={DRAFT} flow={flow} unit="bytes" onShow={onShow} />);
  const strip = within(screen.getByRole('region', { name: 'Summary' }));
  const user = userEvent.setup();
  for (const [name, tab] of [
    [/^Optimization 64\.3\s?%/, 'analytics'],
    [/^Total Input 140\s?KB/, 'analytics'],
    [/^Total Output 50\s?KB/, 'analytics'],
    [/^Pipeline Errors 0/, 'errors'],
  ] as const) {
    await user.click(strip.getByRole('button', { name }));
    expect(onShow).toHaveBeenLastCalledWith(tab);
  }
});
