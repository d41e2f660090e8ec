import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { EngineBench } from './harness/bench.ts';
import { planOf, sink, source } from './harness/plans.ts';

/** Short for tests; healthy components answer at once. */
const ANSWER_LIMIT_MS = 100;
const OTHER = { pipelineId: '3' };

let bench: EngineBench;
beforeEach(async () => {
  bench = new EngineBench(ANSWER_LIMIT_MS);
  await bench.engine.deploy(running);
});
afterEach(() => bench.end());

const edges = ['in>out'];
const running = planOf([source('in'), sink('out', { path: 'a' })], edges);
const changed = planOf([source('in'), sink('out', { path: 'b' })], edges, { graphVersion: 2 });
const out = () => bench.components.sink('out');
const push = (line: string) => bench.components.source('in').push(line);

async function expectRunningAsBefore(): Promise<void> {
  expect(await push('still')).toBe('accepted');
  await eventually(() => expect(out().received.at(-1)).toBe('still'));
  await bench.engine.deploy(planOf([source('x'), sink('y')], ['x>y'], OTHER));
}

describe('a destination that hangs when it is opened again [R13]', () => {
  it('is named, and the version before runs again', async () => {
    out().hangsWith = { path: 'b' };
    await expect(bench.engine.deploy(changed)).rejects.toMatchObject({
      problem: {
        errorName: 'DestinationHangs',
        message: "'node out' did not open within 0.1 s",
        nodeId: 'out',
      },
    });
    await expectRunningAsBefore();
  });

  it('is given up at once when the deployment is cancelled [R4-128]', async () => {
    await bench.end();
    bench = new EngineBench();
    await bench.engine.deploy(running);
    out().hangsWith = { path: 'b' };
    const cancel = new AbortController();
    const deploying = bench.engine.deploy(changed, { signal: cancel.signal });
    await eventually(() => expect(out().closes).toBe(1));
    cancel.abort();
    await expect(deploying).rejects.toMatchObject({ problem: { errorName: 'DeploymentCancelled' } });
    await expectRunningAsBefore();
  });

  it('is closed again when it opens after all', async () => {
    out().hangsWith = { path: 'b' };
    await bench.engine.deploy(changed).catch(() => {});
    expect(out()).toMatchObject({ opens: 2, closes: 1 });
    out().answer();
    await eventually(() => expect(out()).toMatchObject({ opens: 3, closes: 2 }));
    await expectRunningAsBefore();
  });

  it('can be deployed once it answers', async () => {
    out().hangsWith = { path: 'b' };
    await bench.engine.deploy(changed).catch(() => {});
    out().hangsWith = null;
    await bench.engine.deploy(changed);
    await expectRunningAsBefore();
  });

  it('with former settings: nothing is lost, and it opens later', async () => {
    out().failsToOpen = true;
    const hanging = bench.engine.deploy(changed);
    await expect(hanging).rejects.toMatchObject({ problem: { nodeId: 'out' } });
    const waiting = push('kept');
    await eventually(() => expect(bench.counters('out').errors).toBeGreaterThan(0));
    expect(bench.engine.takeErrors()[0]).toMatchObject({
      errorName: 'DestinationNotOpen',
      message: "'node out' does not open: the folder is missing",
    });
    out().failsToOpen = false;
    expect(await waiting).toBe('accepted');
    expect(out().received).toEqual(['kept']);
  });
});

it('a new destination that hangs is named; nothing of the deployment stays', async () => {
  bench.components.sink('new').hangsWith = {};
  const plan = planOf([source('x'), sink('new')], ['x>new'], OTHER);
  await expect(bench.engine.deploy(plan)).rejects.toMatchObject({
    problem: { message: "'node new' did not open within 0.1 s", nodeId: 'new' },
  });
  await expectRunningAsBefore();
});

it('a destination hanging at its close is named, then rolled back', async () => {
  out().hangsToClose = true;
  await expect(bench.engine.deploy(changed)).rejects.toMatchObject({
    problem: { errorName: 'DestinationHangs', message: "'node out' did not close within 0.1 s" },
  });
  out().hangsToClose = false;
  await expectRunningAsBefore();
});

describe('a destination that hangs in a write', () => {
  it('is ended and opened with new settings; its events come again', async () => {
    out().heedsSignal = true;
    out().hold();
    const waiting = push('waits');
    await eventually(() => expect(out().tries).toBe(1));
    await bench.engine.deploy(changed);
    out().free();
    expect(await waiting).toBe('accepted');
    expect(out()).toMatchObject({ interrupts: 1, received: ['waits'] });
  });

  it('but ends it in time is not told anything', async () => {
    out().heedsSignal = true;
    out().hold();
    const waiting = push('waits');
    await eventually(() => expect(out().tries).toBe(1));
    const deploying = bench.engine.deploy(changed);
    out().free();
    await deploying;
    expect(await waiting).toBe('accepted');
    expect(out()).toMatchObject({ interrupts: 0, received: ['waits'] });
  });

  it('one that does not end is named, then rolled back', async () => {
    out().hold();
    const waiting = push('waits');
    await eventually(() => expect(out().tries).toBe(1));
    await expect(bench.engine.deploy(changed)).rejects.toMatchObject({
      problem: { errorName: 'DestinationHangs', message: "'node out' did not end a write within 0.2 s" },
    });
    await bench.engine.deploy(planOf([source('x'), sink('y')], ['x>y'], { pipelineId: '4' }));
    out().free();
    expect(await waiting).toBe('accepted');
    await expectRunningAsBefore();
  });
});

it('a pipeline is removed although its destination hangs', async () => {
  out().hangsToClose = true;
  await bench.engine.remove(running.pipelineId, 0, () => {});
  expect(bench.engine.counters()).toEqual({});
});

it('a source hanging at its start is named, then rolled back', async () => {
  const slow = bench.components.source('slow');
  slow.hold();
  const plan = planOf([source('slow'), sink('out', { path: 'a' })], ['slow>out'], { graphVersion: 2 });
  await expect(bench.engine.deploy(plan)).rejects.toMatchObject({
    problem: { errorName: 'SourceHangs', message: "'node slow' did not start within 0.1 s", nodeId: 'slow' },
  });
  await expectRunningAsBefore();
  slow.free();
  await eventually(() => expect(slow).toMatchObject({ starts: 1, stops: 1 }));
});
