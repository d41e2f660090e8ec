import { describe, expect, test } from 'vitest';
import type { HealthState } from '../../contract/entities/health.ts';
import { computeHealth, HEALTH_LIMITS, type HealthFacts } from './rules.ts';

const NOW = 1_763_700_000_000;
const QUIET: HealthFacts = {
  nodeType: 'SINK',
  now: NOW,
  eventsIn: 100,
  eventsLost: 0,
  errors: 0,
  warnings: 0,
  eventsBuffered: 0,
  bufferShare: 0,
  lagSeconds: 0,
  utilisation: 0.1,
  lastEventAt: NOW - 1000,
  lastErrorAt: 0,
  lastError: '',
};
const of = (more: Partial<HealthFacts>) => computeHealth({ ...QUIET, ...more });
const source = { nodeType: 'SOURCE', bufferShare: null, lagSeconds: null, utilisation: 0 } as const;
const transform = { nodeType: 'TRANSFORM', bufferShare: null, lagSeconds: null } as const;

test('running without trouble is healthy; without input it waits', () => {
  expect(of({})).toEqual({ state: 'healthy', reasons: [] });
  for (const node of [{}, source, transform]) expect(of({ ...node, lastEventAt: 0 }).state).toBe('waiting');
});

describe('a destination', () => {
  const refused = { eventsBuffered: 5, errors: 3, lastErrorAt: NOW, lastError: 'it was refused' };

  test('fails while nothing was delivered after the last error, naming it', () => {
    expect(of(refused)).toMatchObject({
      state: 'failing',
      reasons: [{ rule: 'delivery', text: 'Nothing is delivered: it was refused' }],
    });
    expect(of({ ...refused, errors: 0, lastErrorAt: NOW - 600_000, lastEventAt: NOW - 700_000 }).state).toBe(
      'failing',
    );
    // Later events make it at most at risk; without a backlog it is not failing.
    expect(of({ ...refused, lastEventAt: NOW + 1 })).toMatchObject({
      state: 'atRisk',
      reasons: [{ rule: 'errors' }],
    });
    expect(of({ ...refused, eventsBuffered: 0 }).state).toBe('atRisk');
  });

  const { bufferAtRisk, bufferFull, lagAtRiskSeconds, lagBehindSeconds } = HEALTH_LIMITS;
  test.each<[string, Partial<HealthFacts>, HealthState]>([
    ['a buffer below half', { bufferShare: bufferAtRisk - 0.01 }, 'healthy'],
    ['a buffer at half', { bufferShare: bufferAtRisk }, 'atRisk'],
    ['a full buffer', { bufferShare: bufferFull }, 'fallingBehind'],
    ['little lag', { lagSeconds: lagAtRiskSeconds - 1 }, 'healthy'],
    ['some lag', { lagSeconds: lagAtRiskSeconds }, 'atRisk'],
    ['much lag', { lagSeconds: lagBehindSeconds }, 'fallingBehind'],
    ['writing nearly always', { utilisation: 0.9 }, 'atRisk'],
    ['nothing measured yet', { utilisation: null, bufferShare: null, lagSeconds: null }, 'healthy'],
    ['few events lost', { eventsLost: 1 }, 'atRisk'],
    ['many events lost', { eventsLost: 10 }, 'failing'],
    ['a warning', { warnings: 1 }, 'atRisk'],
  ])('%s', (_what, more, state) => {
    expect(of(more).state).toBe(state);
  });

  test('the worst reason comes first', () => {
    const { state, reasons } = of({ lagSeconds: 12, bufferShare: 1, utilisation: 1 });
    expect(state).toBe('fallingBehind');
    expect(reasons.map((one) => one.rule)).toEqual(['buffer', 'lag', 'utilisation']);
  });
});

describe('a transform', () => {
  test.each<[string, Partial<HealthFacts>, HealthState]>([
    ['errors on few events', { errors: 1 }, 'atRisk'],
    ['errors on half of the events', { errors: 50 }, 'failing'],
    ['busy', { utilisation: 0.85 }, 'atRisk'],
    ['too busy to go on', { utilisation: 0.95 }, 'fallingBehind'],
    ['a full buffer elsewhere', { bufferShare: null }, 'healthy'],
  ])('%s', (_what, more, state) => {
    expect(of({ ...transform, ...more }).state).toBe(state);
  });
});

describe('a source', () => {
  test.each<[string, Partial<HealthFacts>, HealthState]>([
    ['an error and events after it', { errors: 1, lastErrorAt: NOW - 5000 }, 'atRisk'],
    ['an error and no event after it', { errors: 1, lastErrorAt: NOW }, 'failing'],
    ['held back at times', { utilisation: 0.2 }, 'atRisk'],
    ['held back most of the time', { utilisation: 0.6 }, 'fallingBehind'],
    ['silent for an hour', { lastEventAt: NOW - 3_601_000, eventsIn: 0 }, 'atRisk'],
  ])('%s', (_what, more, state) => {
    expect(of({ ...source, ...more }).state).toBe(state);
  });
});
