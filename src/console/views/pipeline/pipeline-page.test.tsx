import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { modelPipeline } from '../../../../machines/pipeline-editor/pipeline-editor.model.ts';
import { emptyDraft } from '../../../graph/draft.ts';
import { callGuard, isAccessKnown } from '../../commands/call-guard.ts';
import { createRegistry } from '../../commands/registry.ts';
import { installCommands } from '../../commands/runtime.ts';
import { LocationProvider } from '../../state/location.tsx';
import { EditorContext } from './editor/editor-context.ts';
import { loadVersion } from './editor/load-version.ts';
import PipelinePage from './PipelinePage.tsx';
import type { WorkspaceProps } from './Workspace.tsx';

const SITE = vi.hoisted(() => '400000000000000001');
vi.mock('./editor/load-version.ts', async (original) => ({
  ...(await original<typeof import('./editor/load-version.ts')>()),
  loadVersion: vi.fn(),
}));
vi.mock('../../state/sites.ts', () => ({
  useSite: () => ({ id: SITE }),
  useSites: () => ({ sites: [] }),
}));
vi.mock('./graph/use-flow.ts', () => ({ useFlow: () => ({ errors: [], flows: new Map() }) }));
vi.mock('./versions/use-shown-version.ts', () => ({
  useShownVersion: () => ({ versions: [], shown: 1, isNameAwaited: false }),
}));
vi.mock('./PipelineHead.tsx', () => ({ PipelineHead: () => <h1>web logs</h1> }));
vi.mock('../../api/use-call.ts', () => ({
  useCall: () => ({ data: { pipeline: { ...modelPipeline, name: 'web logs' } }, refetch: vi.fn() }),
  callQuery: () => ({
    queryKey: ['getPipeline'],
    queryFn: async () => ({ pipeline: { ...modelPipeline, siteId: SITE } }),
  }),
}));
vi.mock('../../components/exchange/Exchange.tsx', () => ({ Exchange: () => null }));
vi.mock('./Workspace.tsx', () => ({
  Workspace: ({ onEditor }: WorkspaceProps) => {
    const actor = EditorContext.useActorRef();
    const draft = EditorContext.useSelector(({ context }) => context.draft);
    useEffect(() => onEditor(actor), [onEditor, actor]);
    return (
      <button
        type="button"
        onClick={() => {
          actor.send({ type: 'edit.start' });
          actor.send({ type: 'draft.description.set', description: 'mine' });
        }}
      >
        {draft.description || 'as saved'}
      </button>
    );
  },
}));

function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <LocationProvider>
        <PipelinePage />
      </LocationProvider>
    </QueryClientProvider>,
  );
  return client;
}
beforeAll(() => {
  const nothing = () => undefined;
  installCommands({ registry: createRegistry([], []), ask: nothing, refuse: nothing, record: nothing });
});
afterEach(() => {
  vi.mocked(loadVersion).mockReset();
  callGuard.set(undefined);
  isAccessKnown.set(true);
  window.history.replaceState(null, '', window.location.pathname);
});

test('edits stay on screen when the service and the version are gone [R4-59]', async () => {
  vi.mocked(loadVersion).mockResolvedValueOnce({ ...emptyDraft('web logs') });
  const client = open();
  const workspace = await screen.findByRole('button', { name: 'as saved' });
  act(() => workspace.click());
  vi.mocked(loadVersion).mockRejectedValue(new Error('The service cannot be reached.'));
  await act(() => client.invalidateQueries());
  expect(client.getQueryCache().getAll()[0]?.state.status).toBe('error');
  expect(screen.getByRole('button', { name: 'mine' })).toBe(workspace);
});

test('an unreadable version says so and can be read again', async () => {
  vi.mocked(loadVersion).mockRejectedValueOnce(new Error('The service cannot be reached.'));
  open();
  expect(await screen.findByText('Version 1 of web logs could not be read')).toBeVisible();
  vi.mocked(loadVersion).mockResolvedValue({ ...emptyDraft('web logs') });
  act(() => screen.getByRole('button', { name: /Retry/ }).click());
  expect(await screen.findByRole('button', { name: 'as saved' })).toBeVisible();
});

test('head and tabs are there before the version is read', async () => {
  vi.mocked(loadVersion).mockReturnValue(new Promise(() => undefined));
  open();
  expect(await screen.findByRole('heading', { name: 'web logs' })).toBeVisible();
});

test.each([
  ['overview', 'Pipeline Structure'],
  ['analytics', 'Input and output of each transform'],
])('the frame of %s is there before the version is read', async (view, heading) => {
  window.history.replaceState(null, '', `?view=${view}`);
  vi.mocked(loadVersion).mockReturnValue(new Promise(() => undefined));
  open();
  expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
});

test('permissions read after the version keep a viewer from editing', async () => {
  window.history.replaceState(null, '', '?mode=edit');
  vi.mocked(loadVersion).mockResolvedValue({ ...emptyDraft('web logs') });
  open();
  act(() => isAccessKnown.set(false));
  // All that the editor needs is there but the permissions.
  await act(() => import('./Editor.tsx'));
  await act(() => vi.waitFor(() => expect(loadVersion).toHaveResolved()));
  expect(screen.queryByRole('button', { name: 'as saved' })).toBeNull();
  act(() => {
    callGuard.set(() => 'You need WRITE on Pipelines');
    isAccessKnown.set(true);
  });
  const workspace = await screen.findByRole('button', { name: 'as saved' });
  act(() => workspace.click());
  expect(workspace).toHaveTextContent('as saved');
});
