import { expect, test } from 'vitest';
import { matchesAgent, parseAgentSearch } from '../../../contract/agent-search.ts';
import type { Agent } from '../../../contract/entities/fleet-agent.ts';
import { findAgentCompletions } from './agent-completion.ts';

const createAgent = (host: string, more: Partial<Agent> = {}): Agent => ({
  ...{ id: host, siteId: '1', fleetId: '2', fleetName: 'North branch', name: 'otelcol', host },
  ...{ platform: 'linux/amd64', version: '0.149.0', status: 'HEALTHY', reason: '', lastAlive: '' },
  ...{ isConnected: true, acceptsRestart: true, acceptsCredential: true, configState: 'APPLIED' },
  canRetry: false,
  ...{ configuration: { id: '3', name: 'Gateway', version: 2 }, throughput: null, labels: {} },
  ...more,
});
const AGENTS = [
  createAgent('edge-2', { labels: { environment: 'staging', site: 'Old "1"' } }),
  createAgent('edge-1', { labels: { environment: 'production', site: 'New town' }, version: '0.145.0' }),
  createAgent('shop-1', { fleetName: 'South', platform: 'windows/arm64' }),
];
/** With the caret at the bar, else at the end. */
const complete = (marked: string) => {
  const text = marked.replace('|', '');
  const caret = marked.includes('|') ? marked.indexOf('|') : text.length;
  const { from, options } = findAgentCompletions(text, caret, AGENTS);
  return options.map(({ insert }) => text.slice(0, from) + insert + text.slice(caret));
};

test.each<[string, string[]]>([
  ['', []],
  ['edge-1 ', []],
  ['edge', []],
  ['S', ['status:', 'site=']],
  ['v', ['version:']],
  ['edge -e', ['edge -environment=']],
  [
    '-',
    [
      '-name:',
      '-host:',
      '-status:',
      '-fleet:',
      '-configuration:',
      '-platform:',
      '-version:',
      '-environment=',
    ],
  ],
  ['st| edge', ['status: edge']],
])('search of agents: names of fields and labels behind %j', (text, completed) => {
  expect(complete(text)).toEqual(completed);
});

test.each<[string, string[]]>([
  ['status:', ['error', 'incompatible', 'disconnected', 'configuring', '"not managed"', 'healthy']],
  ['-STATUS:dis', ['disconnected']],
  ['platform:', ['linux', 'linux/amd64', 'windows', 'windows/arm64']],
  ['version:0.14', ['0.145.0', '0.149.0']],
  ['host:1', ['edge-1', 'shop-1']],
  ['fleet:"North br', ['"North branch"']],
  ['fleet:"North branch" configuration:', ['"Gateway, version 2"']],
  ['environment=', ['production', 'staging']],
  ['-environment=st', ['staging']],
  ['site=', ['"New town"']],
  ['constructor:', []],
  ['constructor=', []],
  ['status:error', []],
])('search of agents: values behind %j', (text, values) => {
  const kept = text.replace(/(?<=[:=])[^:=]*$/, '');
  expect(complete(text)).toEqual(values.map((value) => `${kept}${value} `));
});

test('search of agents: each value that is completed finds an agent that has it', () => {
  for (const field of ['name', 'host', 'fleet', 'configuration', 'platform', 'version'])
    for (const text of complete(`${field}:`))
      expect(
        AGENTS.some((agent) => matchesAgent(agent, parseAgentSearch(text))),
        text,
      ).toBe(true);
});
