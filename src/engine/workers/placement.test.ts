import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PipelinePlan } from '../types/plan.ts';
import { countWorkers } from './count-workers.ts';
import { Placement } from './placement.ts';

type Ends = { sources: string[]; sinks: string[]; isArchive?: true };

const planOf = (pipelineId: string, { sources, sinks, isArchive }: Ends): PipelinePlan => {
  const node = (nodeType: 'SOURCE' | 'SINK', id: string) => ({
    ...{ id, componentId: id, nodeType, name: id, templateId: 'any', config: {} },
    ...(isArchive && { isArchive }),
  });
  const nodes = [...sources.map((id) => node('SOURCE', id)), ...sinks.map((id) => node('SINK', id))];
  return {
    ...{ pipelineId, siteId: '1', name: pipelineId, graphVersion: 1, mode: 'run', nodes },
    ...{ edges: {}, metaInfo: {} },
  };
};
const pair = (source: string, sink: string): Ends => ({ sources: [source], sinks: [sink] });

let now = 0;
const place = (placement: Placement, id: string, ends: Ends): number => {
  const plan = planOf(id, ends);
  const { worker, moves } = placement.find(plan);
  placement.move(moves, worker);
  placement.begin(plan, worker)(true);
  return worker;
};
const make = (workers = 2, remembered = new Map<string, number>()) =>
  new Placement(workers, remembered, () => now);

describe('Placement', () => {
  it('spreads pipelines that share nothing, and keeps each where it is', () => {
    const placement = make();
    const places = ['a', 'b', 'c', 'd'].map((id) => place(placement, id, pair(`in ${id}`, `out ${id}`)));
    expect(places).toEqual([0, 1, 0, 1]);
    expect(place(placement, 'd', pair('in d', 'out x'))).toBe(1);
  });

  it('puts a pipeline beside the one whose source or destination it uses', () => {
    const placement = make();
    place(placement, 'a', pair('in a', 'out a'));
    place(placement, 'b', pair('in b', 'out b'));
    expect(place(placement, 'c', pair('in b', 'out c'))).toBe(1);
    expect(place(placement, 'd', pair('in d', 'out c'))).toBe(1);
    expect(place(placement, 'e', pair('in a', 'out e'))).toBe(0);
  });

  it('an archive goes with its source, and opens the destination for itself', () => {
    const placement = make();
    place(placement, 'a', pair('in a', 'out a'));
    place(placement, 'b', pair('in b', 'out b'));
    expect(place(placement, 'archive', { ...pair('in b', 'out a'), isArchive: true })).toBe(1);
  });

  it('a plan that ties two groups together moves the smaller one', () => {
    const placement = make();
    place(placement, 'a', pair('in a', 'out a'));
    place(placement, 'b', pair('in b', 'out b'));
    place(placement, 'b2', pair('in b', 'out b2'));
    expect(placement.find(planOf('c', pair('in a', 'out b2')))).toEqual({ worker: 1, moves: ['a'] });
  });

  it('a destination that was taken out counts until its queue is empty', () => {
    const placement = make();
    place(placement, 'a', pair('in a', 'out a'));
    place(placement, 'b', pair('in b', 'out b'));
    place(placement, 'b', pair('in b', 'out x'));
    expect(placement.find(planOf('c', pair('in c', 'out b'))).worker).toBe(1);
    now += 10 * 60_000;
    expect(placement.find(planOf('c', pair('in c', 'out b'))).worker).toBe(0);
  });

  it('what a failed deployment would have used counts no more afterwards', () => {
    const placement = make();
    place(placement, 'a', pair('in a', 'out a'));
    const plan = planOf('b', pair('in b', 'out b'));
    const ended = placement.begin(plan, 1);
    ended(false);
    now += 10 * 60_000;
    expect(placement.find(planOf('c', pair('in b', 'out a')))).toEqual({ worker: 0, moves: [] });
  });

  it('remembers an earlier life, as far as there are as many processes', () => {
    const placement = make(
      2,
      new Map([
        ['a', 1],
        ['b', 7],
      ]),
    );
    expect(place(placement, 'a', pair('in a', 'out a'))).toBe(1);
    expect(place(placement, 'b', pair('in b', 'out b'))).toBe(0);
  });

  it('never leaves two processes with the same source or destination', () => {
    const ends = fc.record({
      sources: fc.uniqueArray(fc.constantFrom('s1', 's2', 's3', 's4'), { minLength: 1, maxLength: 2 }),
      sinks: fc.uniqueArray(fc.constantFrom('d1', 'd2', 'd3', 'd4', 'd5'), { minLength: 1, maxLength: 2 }),
    });
    const step = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), ends, removes: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.integer({ min: 1, max: 4 }), (steps, workers) => {
        const placement = make(workers);
        const running = new Map<string, Ends>();
        for (const one of steps) {
          if (one.removes) {
            placement.remove(one.id);
            running.delete(one.id);
          } else {
            place(placement, one.id, one.ends);
            running.set(one.id, one.ends);
          }
          const users = new Map<string, number>();
          for (const [id, used] of running)
            for (const end of [...used.sources, ...used.sinks]) {
              const worker = placement.workerOf(id)!;
              expect(worker).toBeLessThan(workers);
              expect(users.get(end) ?? worker).toBe(worker);
              users.set(end, worker);
            }
        }
      }),
    );
  });
});

it('one process on machines of two cores, one less than there are cores on others', () => {
  expect([1, 2, 3, 8].map((cores) => countWorkers('', cores))).toEqual([1, 1, 2, 7]);
  expect(['1', '2', '64'].map((told) => countWorkers(told, 4))).toEqual([1, 2, 64]);
});
