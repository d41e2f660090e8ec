import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeployStep } from '../../src/engine/port.ts';
import { eventually } from '../harness/eventually.ts';
import { EngineBench, lines } from './harness/bench.ts';
import { dropLines, planOf, sink, source } from './harness/plans.ts';

let bench: EngineBench;
beforeEach(() => {
  bench = new EngineBench();
});
afterEach(() => bench.end());

const nodes = [source('in'), dropLines('filter', 'noise'), sink('out')];
const edges = ['in>filter', 'filter>out'];
const plan = planOf(nodes, edges);
const cancelledError = { problem: { errorName: 'DeploymentCancelled' } };

describe('a forced deployment [R4-69]', () => {
  it('restarts every node although nothing changed, and loses nothing', async () => {
    await bench.engine.deploy(plan);
    const input = bench.components.source('in');
    const out = bench.components.sink('out');
    out.isDown = true;
    const waiting = input.push(...lines(10));
    await eventually(() => expect(out.tries).toBeGreaterThan(0));
    await bench.engine.deploy(plan, { isForced: true });
    expect(input).toMatchObject({ starts: 2, stops: 1 });
    expect(out).toMatchObject({ opens: 2, closes: 1 });
    out.isDown = false;
    expect(await waiting).toBe('accepted');
    expect(await input.push('after')).toBe('accepted');
    await eventually(() => expect(out.received).toEqual([...lines(10), 'after']));
    expect(bench.counters('in').eventsIn).toBe(11);
  });

  it('leaves them alone when it is not forced', async () => {
    await bench.engine.deploy(plan);
    await bench.engine.deploy(plan);
    expect(bench.components.source('in').starts).toBe(1);
    expect(bench.components.sink('out').opens).toBe(1);
  });

  it('that fails says why; the next deployment brings the former plan back', async () => {
    await bench.engine.deploy(plan);
    const input = bench.components.source('in');
    input.failsToStart = true;
    await expect(bench.engine.deploy(plan, { isForced: true })).rejects.toMatchObject({
      problem: { nodeId: 'in', message: "'node in' cannot start: the port is taken" },
    });
    input.failsToStart = false;
    await bench.engine.deploy(plan);
    expect(await input.push('back')).toBe('accepted');
  });
});

describe('a deployment', () => {
  it('reports its steps in order', async () => {
    const steps: DeployStep[] = [];
    await bench.engine.deploy(plan, { onStep: (step) => steps.push(step) });
    expect(steps).toEqual(['validating', 'starting', 'draining']);
  });

  it.each([
    ['another pipeline', '3', ['validating', 'waiting', 'validating', 'starting', 'draining']],
    ['its own start', undefined, ['waiting', 'validating', 'starting', 'draining']],
  ])('says that it waits for %s [R4-86]', async (_what, pipelineId, expected) => {
    const slow = bench.components.source('slow');
    slow.hold();
    const held = planOf([source('slow'), sink('a')], ['slow>a'], pipelineId ? { pipelineId } : {});
    const first = bench.engine.deploy(held);
    await eventually(() => expect(bench.components.sink('a').opens).toBe(1));
    const steps: DeployStep[] = [];
    const second = bench.engine.deploy(plan, { onStep: (step) => steps.push(step) });
    await eventually(() => expect(steps.at(-1)).toBe('waiting'));
    slow.free();
    await Promise.all([first, second]);
    expect(steps).toEqual(expected);
  });

  it('canceled while a node starts leaves the former plan running [R4-128]', async () => {
    await bench.engine.deploy(plan);
    const slow = bench.components.source('slow');
    slow.hold();
    const cancel = new AbortController();
    const second = planOf([source('slow'), sink('new')], ['slow>new']);
    const deploying = bench.engine.deploy(second, { signal: cancel.signal });
    await eventually(() => expect(bench.components.sink('new').opens).toBe(1));
    cancel.abort();
    await expect(deploying).rejects.toMatchObject(cancelledError);
    expect(bench.components.sink('new').closes).toBe(1);
    expect(await bench.components.source('in').push('still')).toBe('accepted');
    // What starts too late is stopped again.
    slow.free();
    await eventually(() => expect(slow).toMatchObject({ starts: 1, stops: 1 }));
  });

  it('that waits for another one is cancelled at once and never begins', async () => {
    const slow = bench.components.source('slow');
    slow.hold();
    const first = bench.engine.deploy(planOf([source('slow'), sink('a')], ['slow>a'], { pipelineId: '3' }));
    const cancel = new AbortController();
    const second = bench.engine.deploy(plan, { signal: cancel.signal });
    cancel.abort();
    await expect(second).rejects.toMatchObject(cancelledError);
    slow.free();
    await first;
    await bench.engine.deploy(planOf([source('x'), sink('y')], ['x>y']));
    expect(bench.components.source('in').starts).toBe(0);
  });

  it('canceled while a source restarts: the next one restores it', async () => {
    await bench.engine.deploy(plan);
    const input = bench.components.source('in');
    input.hold();
    const cancel = new AbortController();
    const deploying = bench.engine.deploy(plan, { isForced: true, signal: cancel.signal });
    await eventually(() => expect(input.stops).toBe(1));
    cancel.abort();
    await expect(deploying).rejects.toMatchObject(cancelledError);
    const late = input.free.bind(input);
    const again = bench.engine.deploy(plan);
    late();
    await again;
    expect(await input.push('back')).toBe('accepted');
    await eventually(() => expect(bench.components.sink('out').received).toEqual(['back']));
  });
});
