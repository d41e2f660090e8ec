import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { modelPipeline } from '../../../../machines/pipeline-editor/pipeline-editor.model.ts';
import { emptyDraft } from '../../../graph/draft.ts';
import { LocationProvider } from '../../state/location.tsx';
import { EditorContext } from './editor/editor-context.ts';
import { loadVersion } from './editor/load-version.ts';
import PipelinePage, { prefetch } from './PipelinePage.tsx';

const SITE = vi.hoisted(() => '400000000000000001');
vi.mock('./editor/load-version.ts', async (original) => ({
  ...(await original<typeof import('./editor/load-version.ts')>()),
  loadVersion: vi.fn(),
}));
vi.mock('../../state/sites.ts', () => ({
  useSite: () => ({ id: SITE }),
  useSites: () => ({ sites: [] }),
}));
vi.mock('../../api/use-call.ts', () => ({
  useCall: () => ({ data: { pipeline: { ...modelPipeline, name: 'web logs' } }, refetch: vi.fn() }),
  callQuery: () => ({
    queryKey: ['getPipeline'],
    queryFn: async () => ({ pipeline: { ...modelPipeline, siteId: SITE } }),
  }),
}));
vi.mock('../../components/exchange/Exchange.tsx', () => ({ Exchange: () => null }));
vi.mock('./Workspace.tsx', () => ({
  Workspace: () => {
    const actor = EditorContext.useActorRef();
    const draft = EditorContext.useSelector(({ context }) => context.draft);
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
afterEach(() => vi.mocked(loadVersion).mockReset());

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

test('a version asked for ahead is shown at once, and read again when reopened', async () => {
  window.history.replaceState(null, '', `/pipelines/${modelPipeline.id}`);
  vi.mocked(loadVersion).mockResolvedValue({ ...emptyDraft('web logs') });
  await prefetch(SITE);
  expect(loadVersion).toHaveBeenCalledOnce();
  open();
  expect(await screen.findByRole('button', { name: 'as saved' })).toBeVisible();
  expect(loadVersion).toHaveBeenCalledOnce();
  cleanup();
  open();
  expect(await screen.findByRole('button', { name: 'as saved' })).toBeVisible();
  expect(loadVersion).toHaveBeenCalledTimes(2);
});

test('a version that could not be read ahead says so and can be read again', async () => {
  window.history.replaceState(null, '', `/pipelines/${modelPipeline.id}`);
  vi.mocked(loadVersion).mockRejectedValueOnce(new Error('The service cannot be reached.'));
  await prefetch(SITE);
  open();
  expect(await screen.findByText('Version 1 of web logs could not be read')).toBeVisible();
  vi.mocked(loadVersion).mockResolvedValue({ ...emptyDraft('web logs') });
  act(() => screen.getByRole('button', { name: /Retry/ }).click());
  expect(await screen.findByRole('button', { name: 'as saved' })).toBeVisible();
});
