import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { pipelineEditorMachine } from '../../../../machines/pipeline-editor/index.ts';
import { prepareEditor } from '../../../../tests/model/editor-screen.tsx';
import { screenPipeline } from '../../../../tests/model/screen-pipeline.ts';
import type { PendingAction } from '../../../contract/enums.ts';
import { emptyDraft } from '../../../graph/draft.ts';
import { findRoute } from '../../app/routes.ts';
import { resetTimeRange, selectTimeRange } from '../../state/time-filter.ts';
import { EditHeader } from './editor/EditHeader.tsx';
import { EditorContext } from './editor/editor-context.ts';
import { StructureHead } from './graph/StructureHead.tsx';
import { PipelineTabs } from './PipelineTabs.tsx';
import { Summary } from './Summary.tsx';
import { ViewHeader } from './ViewHeader.tsx';

// Preload the lazy-loaded tables.
beforeAll(async () => {
  await import('../../components/widgets/filters/select-popup.tsx');
});
beforeEach(prepareEditor);

const DRAFT = { ...emptyDraft('web logs'), description: 'what the proxies say' };
const nothing = () => undefined;

/** Without `pipeline`: a pipeline that is not saved yet. */
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

const structure = (over: Parameters<typeof screenPipeline>[0] = {}, isEditing = false) => {
  const pipeline = screenPipeline(over);
  const look = { isEditing, nodeCount: 2, hasSource: true, unit: 'bytes', isOutline: false } as const;
  const shown = show(<StructureHead pipeline={pipeline} {...look} />, pipeline);
  return { text: screen.getByRole('banner').textContent ?? '', ...shown };
};

it.each([false, true])(
  'heading, hint and update, while editing: %s [R2.4-19, R2.4-20, R2.4-25]',
  (isEditing) => {
    const updatedAt = new Date(2025, 10, 21, 14, 32).toISOString();
    const { text } = structure({ updatedAt }, isEditing);
    expect(screen.getByRole('heading', { name: 'Pipeline Structure' })).toBeVisible();
    expect(text).toContain('Visualize the Pipeline structure');
    expect(text).toContain('Last updated at 21 Nov 2025 14:32');
  },
);

const PENDING: [Exclude<PendingAction, 'NOP'>, string][] = [
  ['DEPLOY', 'Deploying'],
  ['DELETE', 'Deleting'],
  ['PAUSE', 'Pausing'],
  ['BYPASS', 'Bypassing'],
  ['CANCEL', 'Cancelling'],
];
it.each(PENDING)('the badge of %s says %s [R2.4-21, R2.4-22, R4-28]', (pendingAction, label) => {
  structure({ pendingAction });
  expect(screen.getByText(label)).toBeVisible();
});

it('Paused and Bypassed have their badge, and nothing else has one [R2.4-23, R2.4-24]', () => {
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

it('a paused or bypassed pipeline offers to resume, unless in action [R4-25, R4-26]', () => {
  const offered = (over: Parameters<typeof screenPipeline>[0]) => {
    const pipeline = screenPipeline({ deployedGraphVersion: 1, latestGraphVersion: 1, ...over });
    const { unmount } = show(<ViewHeader pipeline={pipeline} version={1} versionName="" />, pipeline, 1);
    const names = screen.getAllByRole('button').map((button) => button.textContent ?? '');
    unmount();
    return {
      resume: names.some((name) => /^Resume/.test(name)),
      cancel: names.some((name) => /^Cancel/.test(name)),
    };
  };
  for (const status of ['PAUSED', 'BYPASSED'] as const) {
    expect(offered({ status }), status).toEqual({ resume: true, cancel: false });
    expect(offered({ status, pendingAction: 'DEPLOY' }), status).toEqual({ resume: false, cancel: true });
  }
  for (const status of ['DEPLOYED', 'FAILED', 'DELETED'] as const)
    expect(offered({ status }), status).toEqual({ resume: false, cancel: false });
});

it("'Last updated at': local time to the minute, or an em dash [R2.4-25, R2.4-71]", () => {
  const { text, unmount } = structure({ updatedAt: new Date(2025, 10, 21, 14, 32, 8).toISOString() });
  expect(text).toContain('Last updated at 21 Nov 2025 14:32');
  expect(text).not.toContain('14:32:08');
  unmount();
  expect(structure({ updatedAt: '0001-01-01T00:00:00Z' }).text).toContain('Last updated at —');
});

it('outside edit mode version, name and description are text alone [R2.4-32, R2.4-33, R2.4-34]', () => {
  const pipeline = screenPipeline({ name: 'web logs', description: 'what the proxies say' });
  show(<ViewHeader pipeline={pipeline} version={2} versionName="less noise" />, pipeline, 2);
  expect(screen.getByRole('heading', { name: 'web logs', level: 1 })).toBeVisible();
  expect(screen.getByText('what the proxies say')).toBeVisible();
  expect(screen.getByText('v2 - less noise')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('a newer version that is saved and does not run is named', () => {
  const running = { status: 'DEPLOYED', deployedGraphVersion: 2 } as const;
  const pipeline = screenPipeline({ ...running, latestGraphVersion: 3 });
  const { unmount } = show(<ViewHeader pipeline={pipeline} version={2} versionName="" />, pipeline, 2);
  expect(screen.getByText('v3 is saved, not deployed')).toBeVisible();
  unmount();
  const latest = screenPipeline({ ...running, latestGraphVersion: 2 });
  show(<ViewHeader pipeline={latest} version={2} versionName="" />, latest, 2);
  expect(screen.queryByText(/not deployed/)).toBeNull();
});

it('edit mode: Version Name, and a list of the five newest [R2.4-26, R2.4-28 … R2.4-31]', async () => {
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

it('with no deployed version name and description are inputs, beside Save pipeline [R2.4-18, R2.4-64, R2.4-66]', () => {
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

it('an emptied name that no other pipeline has becomes My Pipeline [R2.4-36]', async () => {
  const user = userEvent.setup();
  show(<EditHeader versions={[]} shownVersion={0} onVersion={nothing} />, undefined, 0);
  await user.clear(screen.getByRole('textbox', { name: 'Name' }));
  await user.tab();
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('My Pipeline');
});

it('time filter with Refresh, and Reset for another range [R2.4-09, R2.4-10]', async () => {
  const tabs = (wasDeployed: boolean) => (
    <PipelineTabs
      selected="overview"
      onSelect={nothing}
      wasDeployed={wasDeployed}
      errorKinds={0}
      errorTone={undefined}
    />
  );
  expect(findRoute('/pipelines/300000000000000001')?.hasTimeFilter).toBe(true);
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

it('the summary has four figures, and each leads to its tab [R2.4-11 … R2.4-17]', async () => {
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

it('data that is on its way is not said to wait', () => {
  const summary = { percentDataOptimized: 50, optimizedDataBytes: 500, totalWaitingDataBytes: '12000' };
  const draft = { ...DRAFT, nodes: { web: { id: 'web', nodeType: 'SOURCE' } } } as never;
  const showAt = (rateIn: number) => {
    const flows = new Map([['web', { rateIn, sparkIn: [], spark: [] }]]);
    const flow = { summary, flows, errors: [] } as never;
    const shown = render(<Summary draft={draft} flow={flow} unit="bytes" onShow={nothing} />);
    const { textContent } = screen.getByRole('region', { name: 'Summary' });
    shown.unmount();
    return textContent;
  };
  expect(showAt(9000)).not.toContain('waiting');
  expect(showAt(900)).toContain('12 KB waiting');
});
