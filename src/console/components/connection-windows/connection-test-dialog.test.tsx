import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageBase, shellActorsStub } from '../../../../tests/model/command-context.ts';
import { queryClient } from '../../api/query-client.ts';
import { setContextBase } from '../../commands/runtime.ts';
import ConnectionTestDialog from './ConnectionTestDialog.tsx';

const SITE = '400000000000000001';
const SUBJECT = { siteId: SITE, templateId: 'blackhole', id: '200000000000000002', name: 'Out', config: {} };
const PIPELINE = {
  id: '300000000000000001',
  name: 'Web',
  description: '',
  siteId: SITE,
  pipelineType: 'USER',
  status: 'DEPLOYED',
  pendingAction: 'NOP',
  deployedGraphVersion: 1,
  latestGraphVersion: 1,
  pendingGraphVersion: 0,
  lastError: '',
  revision: 1,
  sourceId: '',
  sinkIds: [],
  transformIds: [],
  percentDataOptimized: null,
  updatedAt: '2026-11-21T10:00:00Z',
};
const SUMMARY = {
  id: '800000000000000001',
  siteId: SITE,
  pipelineId: PIPELINE.id,
  name: 'Bad requests',
  description: '',
  startComponentId: '',
  pinned: false,
  createdBy: 'somebody',
  createdAt: '2026-11-21T10:00:00Z',
  revision: 1,
  updatedAt: '2026-11-21T10:00:00Z',
};
const EVENTS = Array.from({ length: 12 }, (_, at) => `{"n":${at}}`);
const RESULT = { problem: null, answers: [], findings: [], elapsedMilliseconds: 1 };

const sent: { events?: string[] }[] = [];
let summaries: object[] = [];
beforeEach(() => {
  sent.length = 0;
  summaries = [{ ...SUMMARY, eventCount: EVENTS.length, hasExpected: false }];
  queryClient.clear();
  pageBase();
  setContextBase(shellActorsStub());
  vi.stubGlobal('fetch', async (...asked: ConstructorParameters<typeof Request>) => {
    const request = new Request(...asked);
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/samples')) return Response.json({ samples: summaries });
    if (pathname === `/v1/sample/${SUMMARY.id}`)
      return Response.json({ sample: { ...SUMMARY, events: EVENTS, expected: null } });
    if (pathname === '/v1/pipelines')
      return Response.json({ pipelines: [PIPELINE], pagination: { totalCount: 1 } });
    const body = await request.json();
    sent.push(body);
    return Response.json({ result: RESULT, events: body.events ?? [] });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (kind: 'source' | 'destination') =>
  render(
    <QueryClientProvider client={queryClient}>
      <ConnectionTestDialog subject={{ ...SUBJECT, kind }} onClose={() => undefined} />
    </QueryClientProvider>,
  );

test('a destination is tested with events of a sample, or typed ones [R7]', async () => {
  const user = userEvent.setup();
  open('destination');
  await user.click(await screen.findByRole('combobox', { name: 'Events' }));
  await user.click(await screen.findByRole('option', { name: 'Bad requests · Web' }));
  expect(await screen.findByRole('textbox', { name: 'First 10 events of 12' })).toHaveValue(
    EVENTS.slice(0, 10).join('\n'),
  );
  await user.click(screen.getByRole('button', { name: /Send test events/ }));
  await waitFor(() => expect(sent.map(({ events }) => events)).toEqual([EVENTS.slice(0, 10)]));

  await user.click(screen.getByRole('combobox', { name: 'Events' }));
  await user.click(await screen.findByRole('option', { name: 'An event you write here' }));
  const own = await screen.findByRole('textbox', { name: 'Event' });
  await user.clear(own);
  await user.type(own, 'mine');
  await user.click(screen.getByRole('button', { name: /Send test event/ }));
  await waitFor(() => expect(sent.at(-1)?.events).toEqual(['mine']));
});

test('a source test asks for no events', async () => {
  open('source');
  expect(await screen.findByRole('button', { name: /Check source/ })).toBeVisible();
  expect(screen.queryByRole('combobox', { name: 'Events' })).not.toBeInTheDocument();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

test('keys test a source once per press, wherever the focus is', async () => {
  const user = userEvent.setup();
  open('source');
  await waitFor(() => expect(screen.getByRole('button', { name: /Check source/ })).toHaveFocus());
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(sent).toHaveLength(1));
  await screen.findByText('It works');
  screen.getByRole('button', { name: /Close/ }).focus();
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(sent).toHaveLength(2));
});
