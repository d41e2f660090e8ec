import { describe, expect, test } from 'vitest';
import { matchesAgent, parseAgentSearch } from './agent-search.ts';
import type { Agent } from './entities/fleet-agent.ts';

const createAgent = (more: Partial<Agent>): Agent => ({
  ...{ id: '817956854733640001', siteId: '417956854733640009', fleetId: '817956854733640009' },
  ...{
    fleetName: 'North branch',
    name: 'otelcol',
    host: 'edge-1',
    platform: 'linux/amd64',
    version: '0.149.0',
  },
  ...{
    status: 'HEALTHY',
    reason: '',
    lastAlive: '',
    isConnected: true,
    acceptsRestart: true,
    acceptsCredential: true,
    canRetry: false,
    configState: 'APPLIED',
  },
  ...{ configuration: null, throughput: null, labels: {} },
  ...more,
});
const AGENTS = [
  createAgent({ host: 'edge-1' }),
  createAgent({ host: 'edge-2', status: 'ERROR', reason: 'exporter:debug: the disk is full' }),
  createAgent({
    host: 'shop-1',
    labels: { environment: 'production' },
    platform: 'windows/amd64',
    fleetName: 'South',
  }),
];
const find = (text: string) =>
  AGENTS.filter((agent) => matchesAgent(agent, parseAgentSearch(text))).map(({ host }) => host);

describe('search of agents', () => {
  test.each([
    ['', ['edge-1', 'edge-2', 'shop-1']],
    ['EDGE', ['edge-1', 'edge-2']],
    ['status:error', ['edge-2']],
    ['-status:error platform:linux', ['edge-1']],
    ['fleet:"north branch" host:edge-2', ['edge-2']],
    ['disk full', ['edge-2']],
    ['status:', ['edge-1', 'edge-2', 'shop-1']],
    ['exporter:debug', ['edge-2']],
    ['status:nothing', []],
    ['production', ['shop-1']],
  ] as const)('%s', (text, hosts) => {
    expect(find(text)).toEqual(hosts);
  });

  test('attributes are looked up by the service', () => {
    const { terms, attributes } = parseAgentSearch('os.type=linux deployment.environment="a b" edge');
    expect(attributes).toEqual(['os.type=linux', 'deployment.environment=a b']);
    expect(terms).toHaveLength(1);
  });

  test('a minus before a label or attribute finds those without it', () => {
    expect(parseAgentSearch('-environment=production os.type=linux')).toEqual({
      terms: [],
      attributes: ['os.type=linux'],
      withoutAttributes: ['environment=production'],
    });
  });
});
