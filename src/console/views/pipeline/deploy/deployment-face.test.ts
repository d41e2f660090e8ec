import { describe, expect, test } from 'vitest';
import type { Deployment } from '../../../../contract/entities/deployment.ts';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import { describeStrip, listPhases } from './deployment-face.ts';

const at = (ms: number) => new Date(Date.UTC(2026, 0, 21, 12) + ms).toISOString();
const now = Date.parse(at(3500));
const pending: Deployment = {
  pipelineId: '300000000000000001',
  graphVersion: 4,
  formerGraphVersion: 3,
  isForced: false,
  requestedBy: 'local@localhost',
  requestedAt: at(0),
  phases: [
    { phase: 'QUEUED', startedAt: at(0) },
    { phase: 'VALIDATING', startedAt: at(20) },
    { phase: 'STARTING', startedAt: at(140) },
  ],
  outcome: 'PENDING',
  endedAt: '0001-01-01T00:00:00Z',
  reason: '',
};
const ended = (outcome: Deployment['outcome'], reason = ''): Deployment => ({
  ...pending,
  outcome,
  reason,
  endedAt: at(900),
});
const pipeline = (over: Partial<Pipeline> = {}) =>
  ({
    status: 'DEPLOYED',
    pendingAction: 'NOP',
    deployedGraphVersion: 3,
    latestGraphVersion: 4,
    lastError: '',
    ...over,
  }) as Pipeline;
const face = (over: Partial<Parameters<typeof describeStrip>[0]>) =>
  describeStrip({ pipeline: pipeline(), deployment: null, isOverdue: false, wasSeen: true, now, ...over });
const acting = pipeline({ pendingAction: 'DEPLOY' });
const REASON = 'Port 9 is taken\nPossible causes\n- Another program\nResolutions\n- Choose another';

describe('phases [R4-86]', () => {
  test('reached phases show their time, the last one is running', () => {
    expect(listPhases(pending)).toEqual([
      { label: 'Queued', state: 'done', time: '20 ms' },
      { label: 'Validating', state: 'done', time: '120 ms' },
      { label: 'Starting', state: 'current' },
      { label: 'Draining v3', state: 'waiting' },
      { label: 'Running', state: 'waiting' },
    ]);
  });

  test('a deployment that waits for others is queued again, and says so', () => {
    const phases = [...pending.phases.slice(0, 2), { phase: 'QUEUED' as const, startedAt: at(140) }];
    const deployment = { ...pending, phases };
    expect(listPhases(deployment)[0]).toEqual({ label: 'Queued', state: 'current' });
    expect(face({ pipeline: acting, deployment, isOverdue: true })).toMatchObject({
      title: 'Deploying v4: waits for other pipelines to start',
      tone: 'info',
    });
    const after = { ...pending, phases: [...phases, { phase: 'VALIDATING' as const, startedAt: at(900) }] };
    expect(listPhases(after).slice(0, 2)).toEqual([
      { label: 'Queued', state: 'done', time: '900 ms' },
      { label: 'Validating', state: 'current' },
    ]);
  });

  test('the last one reached is the one that failed', () => {
    expect(listPhases(ended('ROLLED_BACK'))[2]).toEqual({
      label: 'Starting',
      state: 'failed',
      time: '760 ms',
    });
  });

  test('all are done when it runs', () => {
    const phases = [...pending.phases, { phase: 'DRAINING' as const, startedAt: at(880) }];
    const states = listPhases({ ...ended('DEPLOYED'), phases }).map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(['done']));
  });

  test('of an interrupted and repeated one, the last try counts', () => {
    const phases = [...pending.phases, { phase: 'VALIDATING' as const, startedAt: at(3000) }];
    expect(listPhases({ ...pending, phases }).map(({ state }) => state)).toEqual([
      'done',
      'current',
      'waiting',
      'waiting',
      'waiting',
    ]);
  });
});

describe('what is said', () => {
  test('while it goes on: version and elapsed time', () => {
    expect(face({ pipeline: acting, deployment: pending })).toMatchObject({
      title: 'Deploying v4',
      tone: 'info',
      elapsed: '3s',
    });
    expect(face({ pipeline: acting, deployment: { ...pending, isForced: true } })?.title).toBe(
      'Force deploying v4',
    );
  });

  test('a clear state instead of an endless Deploying', () => {
    expect(face({ pipeline: acting, deployment: pending, isOverdue: true })).toMatchObject({
      title: 'Deploying v4 takes too long',
      tone: 'warn',
      reason: { title: expect.stringContaining('It has been running for 75 s') },
    });
    const pausing = pipeline({ pendingAction: 'PAUSE' });
    expect(face({ pipeline: pausing, isOverdue: true })?.title).toBe('Pausing takes too long');
    expect(face({ pipeline: pausing })).toBeUndefined();
  });

  test('why it was rolled back, and what runs [R4-08]', () => {
    const rolledBack = pipeline({ status: 'ROLLED_BACK' });
    expect(
      face({ pipeline: rolledBack, deployment: ended('ROLLED_BACK', REASON), wasSeen: false }),
    ).toMatchObject({
      title: 'v4 could not be deployed; v3 runs on',
      tone: 'warn',
      shape: 'rolledBack',
      reason: { title: expect.stringContaining('Port 9 is taken') },
    });
  });

  test('that a first deployment failed', () => {
    const failed = pipeline({ status: 'FAILED', deployedGraphVersion: 0 });
    expect(face({ pipeline: failed, deployment: ended('FAILED', REASON) })).toMatchObject({
      title: 'v4 could not be deployed',
      tone: 'err',
    });
  });

  test('that a deployed pipeline stopped by itself', () => {
    expect(
      face({ pipeline: pipeline({ lastError: 'Disk full' }), deployment: ended('DEPLOYED') }),
    ).toMatchObject({
      title: 'The pipeline does not run; it is restarted automatically',
      reason: { title: 'Disk full' },
    });
  });

  test('a success or a cancel only to who saw it', () => {
    expect(face({ deployment: ended('DEPLOYED') })).toMatchObject({ title: 'v4 runs', elapsed: '900 ms' });
    expect(face({ deployment: ended('CANCELLED') })?.title).toBe('Deployment of v4 cancelled; v3 runs on');
    expect(face({ deployment: ended('DEPLOYED'), wasSeen: false })).toBeUndefined();
  });
});
