import { expect, it } from 'vitest';
import { NOTHING_COUNTED } from '../../../contract/entities/analytics.ts';
import type { ComponentHealth, HealthState } from '../../../contract/entities/health.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import type { PipelineFlow, SinkFlow } from './flow-rates.ts';
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

const flowOf = (input: number, sink: Partial<SinkFlow> = {}): PipelineFlow => ({
  input,
  passed: input / 2,
  dropped: input / 2,
  waitingBytes: 0,
  sinks: [
    {
      ...{ sinkId: 'd', taken: input / 2, delivered: input / 2, waitingBytes: 0, waitingEvents: 0 },
      ...sink,
    },
  ],
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
  flows: new Map(Array.from({ length: count }, (_, at) => [`p${at}`, flowOf((count - at) * 1000)])),
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

it('a shared source is drawn once, with rates of now, and described in words', () => {
  const { nodes, links, drops, summary } = buildSiteTopology(facts(2));
  expect(nodes.map(({ name, column, rate, note }) => [name, column, rate, note])).toEqual([
    ['syslog', 0, '3 KB/s', '2 pipelines'],
    ['pipeline 0', 1, '2 → 1 KB/s', '−50%'],
    ['pipeline 1', 1, '1 KB/s → 500 B/s', '−50%'],
    ['archive', 2, '1.5 KB/s', '2 pipelines'],
  ]);
  expect(links).toHaveLength(4);
  expect(drops.map(({ at, text }) => [at, text])).toEqual([
    ['p0', '1 KB/s dropped'],
    ['p1', '500 B/s dropped'],
  ]);
  expect(summary).toBe('1 source, 2 pipelines, 1 destination. pipeline 0 has the highest input: 2 KB/s.');
});

it.each([30, 200])('%d pipelines: troubled and busiest are drawn, the rest as one', (count) => {
  const { nodes, links, summary } = buildSiteTopology(facts(count, [count - 1]));
  const pipelines = nodes.filter(({ column }) => column === 1);
  expect(pipelines).toHaveLength(11);
  expect(pipelines.map(({ name }) => name)).toContain(`pipeline ${count - 1}`);
  const others = pipelines.find(({ name }) => name === `${count - 10} other pipelines`);
  expect(others?.href).toBe('/pipelines');
  expect(nodes).toHaveLength(13);
  expect(links).toHaveLength(22);
  const total = links.filter(({ from }) => from === 's').reduce((sum, { bytes }) => sum + bytes, 0);
  expect(total).toBe((1000 * count * (count + 1)) / 2);
  expect(summary).toContain(`1 of the pipelines needs attention. ${count - 10} pipelines with less input`);
});

it('what waits for a failing destination is told from what flows, dead letters and losses', () => {
  const failing = facts(1, [0]);
  const sink = { taken: 500, delivered: 0, waitingBytes: 6e6, waitingEvents: 1430 };
  const component = { pipelineId: 'p0', componentId: 'd', state: 'failing', figures: { bufferShare: 0.06 } };
  const { nodes, links } = buildSiteTopology({
    ...failing,
    flows: new Map([['p0', flowOf(1000, sink)]]),
    health: { ...failing.health, components: [component as ComponentHealth] },
    rows: failing.rows.map((row) => ({
      ...row,
      summary: { ...NOTHING_COUNTED, eventsDeadLetter: '37' },
    })),
  });
  expect(links[1]).toMatchObject({
    bytes: 0,
    text: '0 B/s',
    waiting: { text: '1.43K events waiting, 6 MB', isBlocked: true },
  });
  expect(nodes.at(-1)).toMatchObject({
    rate: '0 B/s',
    bufferShare: 0.06,
    mark: { fate: 'waiting', text: '1.43K waiting' },
  });
  expect(nodes[1]?.mark).toEqual({ fate: 'dead', text: '37 dead letters' });
});

it('what a healthy destination is about to write does not wait', () => {
  const { links, nodes } = buildSiteTopology({
    ...facts(1),
    flows: new Map([['p0', flowOf(1000, { waitingBytes: 900, waitingEvents: 9 })]]),
  });
  expect(links[1]?.waiting).toBeUndefined();
  expect(nodes.at(-1)?.mark).toBeUndefined();
});

it('what is not known yet is no zero', () => {
  const { nodes } = buildSiteTopology({ ...facts(1), flows: new Map() });
  expect(nodes.map(({ rate }) => rate)).toEqual(['—', '—', '—']);
});

it('what an engine that is away runs is unknown, not standing', () => {
  const of = facts(1, [0]);
  const away = { rule: 'engine', state: 'failing', text: 'The engine is not connected' } as const;
  const reason = { ...away, componentId: '', nodeName: '', unknownSinceUnixTimeSeconds: 1_800_000_000 };
  const pipelines = of.health.pipelines.map((one) => ({ ...one, reasons: [reason] }));
  const { nodes } = buildSiteTopology({ ...of, health: { ...of.health, pipelines } });
  expect(nodes.map(({ health }) => health.label)).toEqual(['Unknown', 'Failing', 'Unknown']);
});
