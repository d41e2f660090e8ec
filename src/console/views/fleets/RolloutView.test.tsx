import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, test, vi } from 'vitest';
import { pageBase, shellActorsStub } from '../../../../tests/model/command-context.ts';
import type { Rollout } from '../../../contract/entities/fleet.ts';
import { EMPTY_TIME } from '../../../contract/limits.ts';
import { createRegistry } from '../../commands/registry.ts';
import { installCommands, setContextBase } from '../../commands/runtime.ts';
import { createTestSite } from '../../state/testing-site.ts';
import { fleetCommands, fleetScopes } from './fleets.commands.ts';
import { RolloutView } from './RolloutView.tsx';
import { rolloutCommands } from './rollouts.commands.ts';

// The first test imports the whole view.
vi.setConfig({ testTimeout: 60_000 });

const rollout: Rollout = {
  id: '817956854733640001',
  fleetId: '817956854733640002',
  state: 'ROLLING_OUT',
  configuration: { id: '817956854733640003', name: 'edge', version: 2 },
  former: null,
  steps: [100],
  step: 0,
  maxErrorPercent: 0,
  agentSeconds: 60,
  isPaused: false,
  ignoresWindow: false,
  goesOnAt: EMPTY_TIME,
  agentCount: 1,
  outcomes: { WAITING: 1, APPLIED: 0, FAILED: 0, RESTORED: 0, AWAY: 0 },
  reason: '',
  startedBy: 'Ada',
  startedAt: '2026-11-23T06:00:00Z',
  endedAt: EMPTY_TIME,
};
const ended: Rollout = {
  ...rollout,
  state: 'SUCCEEDED',
  outcomes: { WAITING: 0, APPLIED: 1, FAILED: 0, RESTORED: 0, AWAY: 0 },
  endedAt: '2026-11-23T06:01:00Z',
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a rollout is followed to its end, though its fleet told of it first', async () => {
  pageBase();
  const registry = createRegistry([...fleetCommands, ...rolloutCommands], fleetScopes);
  installCommands({ registry, ask: () => undefined, refuse: () => undefined, record: () => undefined });
  setContextBase({ ...shellActorsStub(), site: createTestSite() });
  let answer = rollout;
  vi.stubGlobal('fetch', async () => Response.json({ rollout: { ...answer, agents: [] } }));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  render(
    <QueryClientProvider client={client}>
      <RolloutView rollout={ended} fleetId={rollout.fleetId} />
    </QueryClientProvider>,
  );
  await screen.findByText('0 of 1', {}, { timeout: 30_000 });
  answer = ended;
  await screen.findByText('1 of 1', {}, { timeout: 10_000 });
  client.clear();
});
