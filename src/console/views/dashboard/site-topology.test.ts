import { expect, it } from 'vitest';
import { NOTHING_COUNTED } from '../../../contract/entities/analytics.ts';
import type { HealthState } from '../../../contract/entities/health.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { buildSiteTopology } from './site-topology.ts';

type Facts = Parameters<typeof buildSiteTopology>[0];

const pipeline = (at: number): Pipeline => ({
  id: `p${at}`,
  name: `pipeline ${at}`,
  description: '',
  siteId: '4',
  pipelineType: 'USER',
  status: 'DEPLOYED',
  pendingAction: 'NOP',
  deployedGraphVersion: 1,
  latestGraphVersion: 1,
  pendingGraphVersion: 0,
  lastError: '',
  sourceId: 's',
  sinkIds: ['d'],
  transformIds: [],
  percentDataOptimized: null,
  revision: 1,
  updatedAt: '',
});

const facts = (count: number, troubled: number[] = []): Facts => ({
  rows: Array.from({ length: count }, (_, at) => ({
    pipeline: pipeline(at),
    summary: {
      ...NOTHING_COUNTED,
      percentDataOptimized: 0,
      totalInputDataBytes: String((count - at) * 1000),
    },
  })),
  components: [],
  names: new Map([
    ['s', 'syslog'],
    ['d', 'archive'],
  ]),
  health: {
    pipelines: Array.from({ length: count }, (_, at) => ({
      pipelineId: `p${at}`,
      name: `pipeline ${at}`,
      status: 'DEPLOYED' as const,
      state: (troubled.includes(at) ? 'failing' : 'healthy') satisfies HealthState,
      reasons: [],
    })),
    components: [],
  },
});

it('a shared source is drawn once, and described in words', () => {
  const { nodes, links, summary } = buildSiteTopology(facts(2));
  expect(nodes.map(({ name, column, bytes }) => [name, column, bytes])).toEqual([
    ['pipeline 0', 1, 2000],
    ['syslog', 0, 3000],
    ['archive', 2, 0],
    ['pipeline 1', 1, 1000],
  ]);
  expect(links).toHaveLength(4);
  expect(summary).toBe('1 source, 2 pipelines, 1 destination. pipeline 0 has the highest input: 2 KB.');
});

it('many pipelines: troubled and busiest are drawn, the rest counted', () => {
  const { nodes, summary } = buildSiteTopology(facts(30, [29]));
  const names = nodes.filter(({ column }) => column === 1).map(({ name }) => name);
  expect(names).toHaveLength(12);
  expect(names).toContain('pipeline 29');
  expect(names).toContain('pipeline 10');
  expect(names).not.toContain('pipeline 11');
  expect(summary).toContain('1 of the pipelines needs attention. 18 more with less input are in the list');
});
