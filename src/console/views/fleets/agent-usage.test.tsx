import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ListPage, prepareListPage, SITE } from '../../../../tests/harness/site-page.tsx';
import type { Agent, AgentDetail, AgentUsage } from '../../../contract/entities/fleet-agent.ts';
import { formatMinute } from '../../lib/format.ts';
import { AgentDetails } from './AgentDetails.tsx';
import { agentLabelCommands } from './agent-labels.commands.ts';
import { agentMoveCommands } from './agent-move.commands.ts';
import { agentCommands, agentScopes } from './agents.commands.ts';

const ID = '817956854733640001';
const AGENT: Agent = {
  ...{ id: ID, siteId: SITE.id, fleetId: '817956854733640009', fleetName: 'Edge', name: 'otelcol' },
  ...{ host: 'edge-1', platform: 'linux/amd64', version: '0.149.0', status: 'HEALTHY', reason: '' },
  ...{ lastAlive: '', isConnected: true, acceptsRestart: true, acceptsCredential: true },
  ...{ configState: 'APPLIED', canRetry: false, configuration: null, throughput: null, labels: {} },
};

const createDetail = (usage: AgentUsage | null): AgentDetail => ({
  ...AGENT,
  ...{ usage, instanceUid: '01', transport: 'websocket', firstSeenAt: '', attributes: {}, health: null },
  ...{ configProblem: '', acceptsConfiguration: true, credential: 'TOKEN', credentialAt: '' },
  ...{ effective: null, compared: null, components: {}, packages: {}, events: [] },
});

let page: ListPage;
let detail = createDetail(null);
beforeEach(() => {
  page = prepareListPage({
    commands: [...agentCommands, ...agentLabelCommands, ...agentMoveCommands],
    scopes: agentScopes,
    answer: (_call, url) =>
      url.pathname.endsWith(`/agent/${ID}`)
        ? Response.json({ agent: detail })
        : new Promise<never>(() => undefined),
  });
});
afterEach(() => page.stop());

const timeAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

async function readFacts(usage: AgentUsage | null): Promise<(string | null)[]> {
  detail = createDetail(usage);
  page.show(() => <AgentDetails agent={AGENT} onClose={() => undefined} />, `/fleetManager/agents/${ID}`);
  const section = await screen.findByRole('region', { name: 'Collector process' });
  const facts = within(section);
  return [...facts.getAllByRole('term'), ...facts.getAllByRole('definition')].map(
    ({ textContent }) => textContent,
  );
}

const TERMS = ['CPU', 'Memory'];
const FIGURES = { cpuPercent: 1.2, memoryBytes: 84_000_000 };

it('an agent shows what its Collector takes of CPU and memory', async () => {
  expect(await readFacts({ ...FIGURES, at: timeAgo(1), isCurrent: true })).toEqual([
    ...[...TERMS, '1.2% of a core', '84 MB'],
  ]);
});

it('figures that are not current say of when they are', async () => {
  const at = timeAgo(12);
  const when = `as of ${formatMinute(at)}`;
  expect(await readFacts({ ...FIGURES, at, isCurrent: false })).toEqual([
    ...[...TERMS, `1.2% of a core ${when}`, `84 MB ${when}`],
  ]);
});

it('a share of a core that is not known yet is a dash', async () => {
  expect(await readFacts({ ...FIGURES, cpuPercent: null, at: timeAgo(1), isCurrent: true })).toEqual([
    ...[...TERMS, '—', '84 MB'],
  ]);
});

it('an agent that reports neither shows dashes', async () => {
  expect(await readFacts(null)).toEqual([...TERMS, '—', '—']);
});
