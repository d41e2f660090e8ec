import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EngineError } from '../../src/engine/port.ts';
import { eventually } from '../harness/eventually.ts';
import { EngineBench, expectAccounted, lines } from './harness/bench.ts';
import { dropLines, PIPELINE, planOf, SITE, sink, source, transform } from './harness/plans.ts';

let bench: EngineBench;
beforeEach(() => {
  bench = new EngineBench();
});
afterEach(() => bench.end());

const nodes = [source('in'), dropLines('filter', 'noise'), sink('out')];
const edges = ['in>filter', 'filter>out'];

const problemOf = async (work: Promise<void>) => {
  const error = await work.then(
    () => null,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(EngineError);
  return (error as EngineError).problem;
};

describe('a deployment', () => {
  it('loses and repeats nothing in flight, and leaves unchanged nodes [R14]', async () => {
    await bench.engine.deploy(planOf(nodes, edges));
    const input = bench.components.source('in');
    const out = bench.components.sink('out');
    const outcomes: Promise<string>[] = [];
    for (let version = 2; version <= 21; version++) {
      for (let i = 0; i < 25; i++) outcomes.push(input.push(`line ${outcomes.length}`));
      const added = transform(`extra${version}`, 'sample', { keepOneIn: 1 });
      const deploying = bench.engine.deploy(
        version % 2 === 0
          ? planOf([...nodes, sink(`other${version}`)], [...edges, `filter>other${version}`])
          : planOf(
              [source('in'), dropLines(added.id, 'noise'), sink('out')],
              [`in>${added.id}`, `${added.id}>out`],
            ),
      );
      for (let i = 0; i < 25; i++) outcomes.push(input.push(`line ${outcomes.length}`));
      await deploying;
    }
    expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['accepted']));
    expect(out.received).toEqual(lines(1000));
    expect({ starts: input.starts, opens: out.opens, closes: out.closes }).toEqual({
      starts: 1,
      opens: 1,
      closes: 0,
    });
    expect(bench.counters('in').eventsIn).toBe(1000);
    expectAccounted(bench.engine.counters());
  });

  it('restarts a source whose settings changed, and only that', async () => {
    await bench.engine.deploy(planOf(nodes, edges));
    await bench.engine.deploy(planOf([source('in', 'push', { port: 2 }), ...nodes.slice(1)], edges));
    expect(bench.components.source('in')).toMatchObject({ starts: 2, stops: 1 });
    expect(bench.components.sink('out').opens).toBe(1);
  });

  it('opens a destination again whose settings changed, after what was under way', async () => {
    await bench.engine.deploy(planOf(nodes, edges));
    const out = bench.components.sink('out');
    out.hold();
    const outcome = bench.components.source('in').push('a');
    const deploying = bench.engine.deploy(planOf([...nodes.slice(0, 2), sink('out', { path: 'b' })], edges));
    expect(out.closes).toBe(0);
    out.free();
    await deploying;
    expect(await outcome).toBe('accepted');
    expect({ opens: out.opens, closes: out.closes }).toEqual({ opens: 2, closes: 1 });
  });

  it('stops what the new plan has no use for', async () => {
    await bench.engine.deploy(planOf(nodes, edges));
    await bench.engine.deploy(planOf([source('other'), sink('out')], ['other>out']));
    expect(bench.components.source('in').stops).toBe(1);
    await bench.engine.deploy(planOf([source('other'), sink('new')], ['other>new']));
    await eventually(() => expect(bench.components.sink('out').closes).toBe(1));
  });

  it.each([
    ['a cycle', ['in>a', 'a>b', 'b>a', 'b>out'], 'Cycle', 'a'],
    ['a node nothing reaches', ['in>a', 'a>out', 'b>out'], 'Unreachable', 'b'],
    ['a connection to nowhere', ['in>a', 'a>b', 'b>out', 'b>gone'], 'UnknownNode', undefined],
    ['a connection into a source', ['in>a', 'a>b', 'b>out', 'b>in'], 'EdgeIntoSource', 'in'],
    ['a connection out of a destination', ['in>a', 'a>out', 'out>b'], 'EdgeOutOfDestination', 'out'],
  ])(
    'refuses %s, names the node, and leaves the old plan running',
    async (_what, wrong, errorName, nodeId) => {
      await bench.engine.deploy(planOf(nodes, edges));
      const bad = [source('in'), dropLines('a', 'x'), dropLines('b', 'x'), sink('out')];
      const problem = await problemOf(bench.engine.deploy(planOf(bad, wrong)));
      expect(problem).toMatchObject({ errorName, nodeId });
      expect(problem.resolutions.length).toBeGreaterThan(0);
      await bench.components.source('in').push('still', 'noise');
      expect(bench.components.sink('out').received).toEqual(['still']);
    },
  );

  it.each([
    ['without a source', [sink('out')], [], 'NoSource'],
    ['without a destination', [source('in')], [], 'NoDestination'],
  ])('refuses a graph %s', async (_what, bad, wrong, errorName) => {
    const problem = await problemOf(bench.engine.deploy(planOf(bad, wrong)));
    expect(problem.errorName).toBe(errorName);
    expect(bench.engine.counters()).toEqual({});
  });

  it.each([
    ['a transform of an unknown type', [source('in'), transform('t', 'none'), sink('out')], 't'],
    [
      'a transform with wrong settings',
      [source('in'), transform('t', 'filter', { match: 1 }), sink('out')],
      't',
    ],
  ])('refuses %s and names it', async (_what, bad, nodeId) => {
    await bench.engine.deploy(planOf(nodes, edges));
    const problem = await problemOf(bench.engine.deploy(planOf(bad, ['in>t', 't>out'])));
    expect(problem.nodeId).toBe(nodeId);
    await bench.components.source('in').push('still');
    expect(bench.components.sink('out').received).toEqual(['still']);
  });

  it('takes everything back when the last step fails', async () => {
    await bench.engine.deploy(planOf(nodes, edges));
    bench.components.source('bad').failsToStart = true;
    const changed = [source('bad'), source('in'), sink('out', { path: 'b' }), sink('new')];
    const problem = await problemOf(bench.engine.deploy(planOf(changed, ['bad>out', 'in>out', 'in>new'])));
    expect(problem).toMatchObject({ nodeId: 'bad', message: "'node bad' cannot start: the port is taken" });
    expect(bench.components.sink('new')).toMatchObject({ opens: 1, closes: 1 });
    await bench.components.source('in').push('still', 'noise');
    expect(bench.components.sink('out').received).toEqual(['still']);
  });

  it('restores a source with old settings when new ones fail', async () => {
    await bench.engine.deploy(planOf(nodes, edges));
    const input = bench.components.source('in');
    input.failsToStart = true;
    const deploying = bench.engine.deploy(
      planOf([source('in', 'push', { port: 2 }), ...nodes.slice(1)], edges),
    );
    input.failsToStart = false;
    await deploying.catch(() => {});
    expect(await input.push('still')).toBe('accepted');
  });

  it('refuses a second writer of a file by name', async () => {
    await bench.engine.deploy(planOf([source('in'), sink('out', { resource: 'file:/a' })], ['in>out']));
    const second = planOf([source('in'), sink('two', { resource: 'file:/a' })], ['in>two'], {
      pipelineId: '3',
    });
    const problem = await problemOf(bench.engine.deploy(second));
    expect(problem.message).toBe("The file /a is already used by 'node out'");
  });

  it('keeps counters over deployments', async () => {
    await bench.engine.deploy(planOf(nodes, edges));
    await bench.components.source('in').push('a');
    await bench.engine.deploy(planOf([source('in'), sink('out')], ['in>out']));
    await bench.components.source('in').push('b');
    expect(bench.counters('in').eventsIn).toBe(2);
    expect(bench.counters('filter').eventsIn).toBe(1);
  });

  it.each([
    ['its limits', 'disk', 'disk'],
    ['disk to memory', 'disk', 'memory'],
    ['memory to disk', 'memory', 'disk'],
  ])('strands nothing when a buffer changes %s [R14]', async (_what, from, to) => {
    const buffer = (mode: string, maxBytes: number) => ({ buffer: { mode, maxBytes, whenFull: 'block' } });
    await bench.engine.deploy(planOf([source('in'), sink('out', buffer(from, 1 << 20))], ['in>out']));
    const input = bench.components.source('in');
    const out = bench.components.sink('out');
    out.isDown = true;
    const sent = [input.push(...lines(10))];
    await eventually(() => expect(out.tries).toBeGreaterThan(0));
    await bench.engine.deploy(planOf([source('in'), sink('out', buffer(to, 2 << 20))], ['in>out']));
    sent.push(input.push(...lines(10, 10)));
    out.isDown = false;
    await Promise.all(sent);
    await eventually(() => expect(out.received.toSorted()).toEqual(lines(20).toSorted()));
    await eventually(() => expect(bench.counters('out').eventsBuffered).toBe(0));
    expect(bench.counters('out')).toMatchObject({ eventsIn: 20, eventsOut: 20, eventsCreated: 0 });
    expect(out.opens).toBe(1);
  });

  it('removes a pipeline after its buffer is empty, and stops its source', async () => {
    await bench.engine.deploy(planOf(nodes, edges));
    bench.components.sink('out').hold();
    const outcome = bench.components.source('in').push('a');
    const removing = bench.engine.remove(PIPELINE, 5000, () => {});
    await eventually(() => expect(bench.components.source('in').stops).toBe(1));
    bench.components.sink('out').free();
    await removing;
    expect(await outcome).toBe('accepted');
    expect(bench.components.sink('out')).toMatchObject({ received: ['a'], closes: 1 });
    expect(bench.engine.counters()).toEqual({});
  });

  it('sets aside what a removed pipeline could not deliver in its time', async () => {
    await bench.engine.deploy(planOf(nodes, edges));
    bench.components.sink('out').isDown = true;
    void bench.components.source('in').push('a');
    await bench.engine.remove(PIPELINE, 20, () => expectAccounted(bench.engine.counters()));
    expect(bench.deadLetters()).toMatchObject([{ event: 'a', errorName: 'NotDeliveredInTime' }]);
  });
});

it('a destination taken out and put back at once keeps its buffer', async () => {
  const buffer = { mode: 'disk', maxBytes: 1 << 20, whenFull: 'block' };
  const stays = sink('stays', { buffer });
  const withIt = planOf([source('in'), stays, sink('out', { buffer })], ['in>stays', 'in>out']);
  const without = planOf([source('in'), stays], ['in>stays']);
  await bench.engine.deploy(withIt);
  for (const line of lines(20)) {
    await bench.engine.deploy(without);
    await bench.engine.deploy(withIt);
    expect(await bench.components.source('in').push(line)).toBe('accepted');
  }
  await eventually(() => expect(bench.components.sink('out').received).toEqual(lines(20)));
  expect(bench.engine.takeErrors()).toEqual([]);
  const folder = join(bench.folder, 'engine', SITE, 'buffers', PIPELINE, 'out');
  expect(readdirSync(folder)).toContain('position');
});
