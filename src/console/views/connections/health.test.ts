import { describe, expect, test } from 'vitest';
import type { ComponentHealth, HealthState } from '../../../contract/entities/health.ts';
import { EMPTY_TIME } from '../../../contract/limits.ts';
import { connectionHealth, deliveryFigures } from './health.ts';

const ACTIVE = { id: '200000000000000001', status: 'ACTIVE', lastAlive: '2026-11-21T10:00:00Z' } as const;
const component = (state: HealthState, ...texts: string[]) => ({
  state,
  reasons: texts.map((text) => ({ rule: 'delivery' as const, state, text })),
});
const said = (...parameters: Parameters<typeof connectionHealth>) => {
  const { look, reason } = connectionHealth(...parameters);
  return [look.label, reason];
};

describe('how a source or destination fares', () => {
  test('is as bad as in the pipeline where it is worst, and says why', () => {
    const components = [
      component('healthy'),
      component('failing', 'Delivery fails'),
      component('atRisk', 'x'),
    ];
    expect(said(ACTIVE, components)).toEqual(['Failing', 'Delivery fails']);
  });

  test('without trouble it says whether anything came', () => {
    expect(said(ACTIVE, [component('healthy')])).toEqual(['Healthy', 'It runs without errors']);
    const silent = { ...ACTIVE, lastAlive: EMPTY_TIME };
    expect(said(silent, [component('waiting')])).toEqual(['No data yet', 'It runs; no event has come yet']);
  });

  test('says what stands in the way of a deployed pipeline that cannot start', () => {
    const problem = JSON.stringify({
      Error: 'UDP port 514 is already in use',
      'Possible causes': [],
      Resolutions: [],
    });
    expect(said(ACTIVE, [], [{ name: 'Edge', lastError: problem }])).toEqual([
      'Failing',
      'The pipeline Edge does not start, and is tried again: UDP port 514 is already in use',
    ]);
    expect(said(ACTIVE, [], [{ name: 'Edge', lastError: '' }])[1]).not.toContain('No deployed pipeline');
  });

  test('that does not run, is switched off or not read yet is no trouble', () => {
    expect(said(ACTIVE, [])[0]).toBe('Not running');
    expect(said({ ...ACTIVE, status: 'INACTIVE' }, [component('failing', 'x')])[0]).toBe('Inactive');
    expect(said(ACTIVE, undefined)[0]).toBe('Reading');
  });
});

describe('what a destination has to deliver again', () => {
  const figures = (retries: string, lagSeconds: number | null, bufferShare: number | null) => ({
    nodeType: 'SINK' as const,
    figures: { retries, lagSeconds, bufferShare } as ComponentHealth['figures'],
  });

  test('is summed over its pipelines; the wait is the longest, the buffer the fullest', () => {
    const both = [figures('3', 10, 0.1), figures('4', null, 0.5)];
    expect(deliveryFigures(both)).toEqual({ retries: 7, lagSeconds: 10, bufferShare: 0.5 });
  });

  test('is unknown where nothing runs', () => {
    expect(deliveryFigures([])).toBeUndefined();
    expect(deliveryFigures(undefined)).toBeUndefined();
  });
});
