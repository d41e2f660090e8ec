import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keySequenceActor, listenToKeys } from '../../src/console/commands/keys/key-sequences.ts';
import { createRegistry } from '../../src/console/commands/registry.ts';
import { installCommands, setContextBase } from '../../src/console/commands/runtime.ts';
import { usePublishScope } from '../../src/console/commands/scopes.ts';
import { DeployGate } from '../../src/console/components/deploy-gate/DeployGate.tsx';
import { LocationProvider } from '../../src/console/state/location.tsx';
// Preloaded, so that it is not lazy-loaded on first use.
import '../../src/console/components/deploy-gate/DeployRefusedDialog.tsx';
import '../../src/contract/calls/index.ts';
import { refusedDeploy, wantedTest } from '../../src/console/components/deploy-gate/deploy-gate.ts';
import { lifecycleCommands } from '../../src/console/views/pipeline/deploy/lifecycle.commands.ts';
import { gateCommands } from '../../src/console/views/pipeline/preview/gate.commands.ts';
import { pageBase, shellActorsStub } from './command-context.ts';
import { screenPipeline } from './screen-pipeline.ts';

const REASON = "The sample 'access' fails: line 2 was dropped";
const paused = screenPipeline({
  id: '300000000000000001',
  status: 'PAUSED',
  deployedGraphVersion: 4,
  latestGraphVersion: 5,
});

const refusal = {
  code: 'CONFLICT',
  reason: 'CONFLICT',
  message: REASON,
  requestId: 'r',
  details: [{ field: 'graphVersion', rule: 'sample_test', message: REASON }],
};

let sent: Record<string, unknown>[] = [];
let visited: string[] = [];
let stopKeys = () => {};

beforeEach(() => {
  pageBase();
  sent = [];
  visited = [];
  vi.stubGlobal('fetch', async (...request: ConstructorParameters<typeof Request>): Promise<Response> => {
    const asked = new Request(...request);
    if (asked.method === 'GET') return Response.json({ pipeline: paused });
    const body: Record<string, unknown> = await asked.json();
    sent.push(body);
    if (body.forceDeploy === true) return Response.json({ pipeline: paused });
    return Response.json(refusal, { status: 409 });
  });
  const registry = createRegistry(
    [...lifecycleCommands, ...gateCommands],
    [
      { id: 'pipelines.list', mode: 'LIST' },
      { id: 'pipeline', mode: 'VIEW' },
    ],
  );
  installCommands({
    registry,
    ask: () => undefined,
    refuse: () => undefined,
    record: () => undefined,
  });
  setContextBase({ ...shellActorsStub(), navigate: (to: string) => visited.push(to) });
  stopKeys = listenToKeys(registry);
});
afterEach(() => {
  stopKeys();
  keySequenceActor.send({ type: 'settings.changed', settings: { bindings: [], scopes: ['global'] } });
  refusedDeploy.set(undefined);
  wantedTest.set(undefined);
  vi.unstubAllGlobals();
});

function List() {
  usePublishScope('pipelines.list', { cursor: paused, selected: [] });
  return <DeployGate />;
}

async function resumeFromList() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  render(
    <QueryClientProvider client={client}>
      <LocationProvider>
        <List />
      </LocationProvider>
    </QueryClientProvider>,
  );
  const user = userEvent.setup({ delay: null });
  await user.keyboard('u');
  const dialog = await screen.findByRole('dialog', { name: /Not resumed: a test fails/ });
  await screen.findByText('web logs stays as it is until the test passes.');
  return { user, dialog };
}

test('a resume against a failing sample is refused as on its screen [R4-127]', async () => {
  const { user, dialog } = await resumeFromList();
  expect(sent).toEqual([{ pipelineId: paused.id, action: 'DEPLOY', graphVersion: 4 }]);
  expect(dialog).toHaveTextContent(REASON);
  await user.keyboard('{Escape}');
  expect(refusedDeploy.get()).toBeUndefined();
  expect(sent).toHaveLength(1);
});

test('the failing test opens on the screen of the pipeline', async () => {
  const { user } = await resumeFromList();
  act(() => screen.getByRole('button', { name: /Open the failing test/ }).focus());
  await user.keyboard('{Enter}');
  expect(visited).toEqual([expect.stringContaining(`/pipelines/${paused.id}`)]);
  expect(wantedTest.get()).toEqual({ pipelineId: paused.id, graphVersion: 4 });
});

test('it can be forced from the list', async () => {
  const { user } = await resumeFromList();
  act(() => screen.getByRole('button', { name: /Force Resume/ }).focus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({
    pipelineId: paused.id,
    action: 'DEPLOY',
    graphVersion: 4,
    forceDeploy: true,
  });
});
