import { describe, expect, test } from 'vitest';
import type { ComponentHealth, HealthState } from '../../../contract/entities/health.ts';
import { EMPTY_TIME } from '../../../contract/limits.ts';
import { computeConnectionHealth, describeConnectionTrouble, sumDeliveryFigures } from './health.ts';

const ACTIVE = { id: '200000000000000001', status: 'ACTIVE', lastAlive: '2026-11-21T10:00:00Z' } as const;
const component = (state: HealthState, ...texts: string[]) => ({
  state,
  reasons: texts.map((text) => ({ rule: 'delivery' as const, state, text })),
});
const words = (health: ReturnType<typeof describeConnectionTrouble>) =>
  health && [health.look.label, health.reason];

type Pipelines = Parameters<typeof describeConnectionTrouble>[2];
const EDGE = { id: '300000000000000001' };
const OTHER = { id: '300000000000000002' };
const cannotStart = (status: 'DEPLOYED' | 'FAILED', text: string): Pipelines => [
  {
    pipelineId: EDGE.id,
    name: 'Edge',
    status,
    reasons: [{ rule: 'pipeline', state: 'failing', text, componentId: '', nodeName: '' }],
  },
];
const TAKEN = cannotStart('DEPLOYED', 'It does not run: UDP port 514 is already in use');

type Given = {
  connection?: Parameters<typeof computeConnectionHealth>[0];
  components?: Parameters<typeof describeConnectionTrouble>[0];
  users?: readonly { id: string }[];
  pipelines?: Pipelines;
  isDeployed?: boolean;
};
const said = ({
  connection = ACTIVE,
  components,
  users = [EDGE],
  pipelines = [],
  isDeployed = true,
}: Given) =>
  words(
    computeConnectionHealth(
      connection,
      components,
      describeConnectionTrouble(components ?? [], users, pipelines),
      isDeployed,
    ),
  );

describe('how a source or destination fares', () => {
  test('health is the worst of all pipelines, with its reason', () => {
    const components = [
      component('healthy'),
      component('failing', 'Delivery fails'),
      component('atRisk', 'x'),
    ];
    expect(said({ components })).toEqual(['Failing', 'Delivery fails']);
  });

  test('health is unknown without the grant, and says so [R6-36]', () => {
    expect(words(computeConnectionHealth(ACTIVE, undefined, undefined, false))).toEqual([
      'Reading',
      'Its health is being loaded',
    ]);
    const refused = computeConnectionHealth(
      ACTIVE,
      undefined,
      undefined,
      false,
      'You need READ on Pipelines',
    );
    expect(words(refused)).toEqual([
      'Not known',
      'Its health could not be loaded: You need READ on Pipelines',
    ]);
  });

  test('without trouble it says whether anything came', () => {
    expect(said({ components: [component('healthy')] })).toEqual(['Healthy', 'It runs without errors']);
    const connection = { ...ACTIVE, lastAlive: EMPTY_TIME };
    expect(said({ connection, components: [component('waiting')] })).toEqual([
      'No data yet',
      'It runs; no events yet',
    ]);
  });

  test('of a paused pipeline does not run, and says so', () => {
    expect(said({ components: [component('notRunning')] })).toEqual([
      'Not running',
      'No pipeline that uses it runs now',
    ]);
  });

  test('while its engine is away it is unknown, and says since when', () => {
    const away = { rule: 'engine', state: 'failing', text: 'The engine is not connected' } as const;
    const reason = { ...away, componentId: '', nodeName: '', unknownSinceUnixTimeSeconds: 1_800_000_000 };
    const pipelines: Pipelines = [
      { pipelineId: EDGE.id, name: 'Edge', status: 'DEPLOYED', reasons: [reason] },
    ];
    const [label, why] = said({ components: [], pipelines }) ?? [];
    expect([label, why]).toEqual(['Unknown', expect.stringMatching(/not connected \(unknown since .*\)$/)]);
    expect(describeConnectionTrouble([], [EDGE], pipelines)?.isUnknown).toBe(true);
    expect(describeConnectionTrouble([], [OTHER], pipelines)).toBeUndefined();
  });

  test('not running, inactive or unread is no trouble', () => {
    expect(said({ components: [], isDeployed: false })?.[1]).toContain('No deployed pipeline');
    expect(said({ components: [] })?.[0]).toBe('Not running');
    const connection = { ...ACTIVE, status: 'INACTIVE' } as const;
    expect(said({ connection, components: [component('failing', 'x')] })?.[0]).toBe('Inactive');
    expect(said({})?.[0]).toBe('Reading');
  });
});

describe('trouble is reported alike in the row and in the details [R4-39]', () => {
  const WHY = ['Failing', 'The pipeline Edge fails. It does not run: UDP port 514 is already in use'];

  test('where a deployed pipeline cannot start, with what stands in its way', () => {
    expect(words(describeConnectionTrouble([], [EDGE], TAKEN))).toEqual(WHY);
    expect(said({ components: [], pipelines: TAKEN })).toEqual(WHY);
    const running = [component('healthy')];
    expect(said({ components: running, users: [EDGE, OTHER], pipelines: TAKEN })).toEqual(WHY);
    const worse = [component('failing', 'Nothing comes')];
    expect(words(describeConnectionTrouble(worse, [EDGE, OTHER], TAKEN))?.[1]).toBe('Nothing comes');
  });

  test('where the deployment of all that use it failed', () => {
    const failed = cannotStart('FAILED', 'Its deployment failed: UDP port 514 is already in use');
    expect(words(describeConnectionTrouble([], [EDGE], failed))?.[1]).toBe(
      'The pipeline Edge fails. Its deployment failed: UDP port 514 is already in use',
    );
    expect(describeConnectionTrouble([], [EDGE, OTHER], failed)).toBeUndefined();
  });

  test('not where another pipeline cannot start, or none uses it', () => {
    expect(describeConnectionTrouble([], [OTHER], TAKEN)).toBeUndefined();
    expect(describeConnectionTrouble([], [], TAKEN)).toBeUndefined();
    expect(describeConnectionTrouble([component('healthy')], [EDGE], [])).toBeUndefined();
  });
});

describe('what a destination has to deliver again', () => {
  const figures = (retries: string, lagSeconds: number | null, bufferShare: number | null) => ({
    nodeType: 'SINK' as const,
    figures: {
      retries,
      lagSeconds,
      bufferShare,
      latencyP99Milliseconds: lagSeconds,
    } as ComponentHealth['figures'],
  });

  test('backlog is summed, age is the longest, the buffer the fullest', () => {
    const both = [figures('3', 10, 0.1), figures('4', null, 0.5)];
    expect(sumDeliveryFigures(both)).toEqual({
      retries: 7,
      lagSeconds: 10,
      bufferShare: 0.5,
      latencyMilliseconds: 10,
    });
  });

  test('is unknown where nothing runs', () => {
    expect(sumDeliveryFigures([])).toBeUndefined();
    expect(sumDeliveryFigures(undefined)).toBeUndefined();
  });
});
