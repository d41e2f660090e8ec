import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TapEvent } from '../../src/engine/port.ts';
import { EngineBench, expectAccounted } from './harness/bench.ts';
import { PIPELINE, planOf, sink, source, transform } from './harness/plans.ts';

let bench: EngineBench;
beforeEach(() => {
  bench = new EngineBench();
});
afterEach(() => bench.end());

const holds = (value: string) => ({
  match: 'all',
  rules: [{ field: 'message', operator: 'contains', value }],
});
const route = (config: Record<string, unknown> = {}) =>
  transform('route', 'route', {
    routes: [
      { name: 'errors', match: holds('error') },
      { name: 'web', match: holds('web') },
    ],
    ...config,
  });

type Outputs = Record<string, string[]>;
const OUTPUTS: Outputs = { errors: ['a'], web: ['b'], unmatched: ['c'] };
const deploy = (config: Record<string, unknown> = {}, outputs = OUTPUTS, disabled: string[] = []) => {
  const targets = [...new Set(Object.values(outputs).flat())];
  const nodes = [source('in'), route(config), ...targets.map((id) => sink(id))];
  const edges = ['in>route', ...targets.map((id) => `route>${id}`)];
  const plan = planOf(nodes, edges, { disabled });
  return bench.engine.deploy({
    ...plan,
    metaInfo: { ...plan.metaInfo, route: { ...plan.metaInfo.route, outputs } },
  });
};
const push = () => bench.components.source('in').push('web', 'error', 'web error', 'other');
const received = (id: string) => bench.components.sink(id).received;

describe('a route', () => {
  it('sends an event to the first match, the rest to unmatched', async () => {
    await deploy();
    expect(await push()).toBe('accepted');
    expect([received('a'), received('b'), received('c')]).toEqual([
      ['error', 'web error'],
      ['web'],
      ['other'],
    ]);
    expect(bench.counters('route')).toMatchObject({ eventsIn: 4, eventsOut: 4, bytesIn: 22, bytesOut: 22 });
    expect(bench.counters('a')).toMatchObject({ eventsIn: 2, bytesIn: 14 });
  });

  it('copies an event to every match, and counts it once [R17]', async () => {
    await deploy({ mode: 'all' });
    await push();
    expect([received('a'), received('b')]).toEqual([
      ['error', 'web error'],
      ['web', 'web error'],
    ]);
    expect(bench.counters('route')).toMatchObject({
      eventsIn: 4,
      eventsOut: 4,
      eventsCreated: 0,
      bytesOut: 22,
    });
  });

  it('gives a node that several outputs lead to an event once', async () => {
    await deploy({ mode: 'all' }, { errors: ['a'], web: ['a', 'b'], unmatched: ['c'] });
    await push();
    expect(received('a')).toEqual(['web', 'error', 'web error']);
  });

  it('drops and counts unmatched events, when configured', async () => {
    await deploy({ unmatched: 'drop' }, { errors: ['a'], web: ['b'] });
    expect(await push()).toBe('accepted');
    expect(bench.counters('route')).toMatchObject({ eventsIn: 4, eventsOut: 3, eventsDropped: 1 });
    expectAccounted(bench.engine.counters());
  });

  it('takes an event that its condition skips as unmatched', async () => {
    await deploy({ condition: holds('web') });
    await push();
    expect(received('c')).toEqual(['error', 'other']);
  });

  it('lets edits of one branch stay out of the others', async () => {
    const nodes = [
      source('in'),
      route({ mode: 'all' }),
      transform('tag', 'set_fields', { fields: [{ field: 'mark', value: 'yes' }] }),
      sink('a'),
      sink('b'),
      sink('c'),
    ];
    const plan = planOf(nodes, ['in>route', 'route>tag', 'tag>a', 'route>b', 'route>c']);
    const outputs = { errors: ['tag'], web: ['b'], unmatched: ['c'] };
    await bench.engine.deploy({ ...plan, metaInfo: { route: { outputs } } });
    await push();
    expect(received('a')).toEqual([
      '{"message":"error","mark":"yes"}',
      '{"message":"web error","mark":"yes"}',
    ]);
    expect(received('b')).toEqual(['web', 'web error']);
  });

  it('a disabled destination gets nothing; a disabled route passes everything', async () => {
    await deploy({}, OUTPUTS, ['a']);
    await push();
    expect(received('b')).toEqual(['web']);
    expect(bench.counters('route')).toMatchObject({ eventsIn: 4, eventsOut: 4 });
    await deploy({}, OUTPUTS, ['route']);
    await bench.components.source('in').push('more');
    expect([received('a').at(-1), received('b').at(-1), received('c').at(-1)]).toEqual([
      'more',
      'more',
      'more',
    ]);
  });

  it('shows a tap each event once', async () => {
    await deploy({ mode: 'all' });
    const seen: TapEvent[] = [];
    const request = { pipelineId: PIPELINE, componentId: 'route', limit: 10 };
    bench.engine.tap(
      request,
      (events) => seen.push(...events),
      () => undefined,
    );
    await push();
    expect(seen.map(({ text }) => text)).toEqual(['web', 'error', 'web error', 'other']);
  });

  it('an unconnected output refuses the plan; the former goes on', async () => {
    await deploy();
    await expect(deploy({}, { errors: ['a'], unmatched: ['c'] })).rejects.toMatchObject({
      problem: { errorName: 'LooseOutput', message: "the output 'web' of 'node route' leads nowhere" },
    });
    await push();
    expect(received('b')).toEqual(['web']);
  });
});
