import { describe, expect, it } from 'vitest';
import type { ComponentCounters } from '../../../../contract/live.ts';
import { computeFlows } from './flow-figures.ts';

const ZERO: ComponentCounters = {
  eventsIn: '0',
  eventsOut: '0',
  eventsDropped: '0',
  eventsCreated: '0',
  eventsMerged: '0',
  eventsDeadLetter: '0',
  eventsBuffered: '0',
  bytesIn: '0',
  bytesOut: '0',
  bytesDropped: '0',
  bytesDeadLetter: '0',
  bytesBuffered: '0',
  errors: '0',
  lastEventAt: 0,
};
const sample = (at: number, more: Partial<ComponentCounters>) => ({
  at,
  pipelines: { p: { filter: { ...ZERO, ...more } } },
});

describe('figures of a node from its running totals', () => {
  it('rates of the last seconds, and the change between them', () => {
    const history = [
      sample(100, { bytesIn: '0', bytesOut: '0' }),
      sample(105, { bytesIn: '1000', bytesOut: '500' }),
      sample(110, { bytesIn: '2000', bytesOut: '1000' }),
    ];
    const flow = computeFlows(history, 'p', 'bytes').get('filter');
    expect(flow).toMatchObject({ rate: 100, rateIn: 200, change: -50, spark: [100, 100] });
  });

  it('one sample gives no rate, no input gives no change', () => {
    expect(computeFlows([sample(100, {})], 'p', 'events').get('filter')).toMatchObject({
      rate: undefined,
      change: undefined,
    });
  });

  it('never go below nothing when a component restarts', () => {
    const history = [sample(100, { eventsOut: '900' }), sample(106, { eventsOut: '10' })];
    expect(computeFlows(history, 'p', 'events').get('filter')?.rate).toBe(0);
  });
});
