import { describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { getDisplay, isInAction, isRunning } from '../pipeline-lifecycle/pipeline-lifecycle.selectors.ts';
import { deploymentWatchMachine, type StatusRead, selectIsOverdue } from './deployment-watch.machine.ts';
import { deploymentWatchModel } from './deployment-watch.model.ts';

const paths = makePaths(deploymentWatchModel);

describe('every transition of the deployment watch [E5]', () => {
  test('polls only while running or in action [R4-29, R4-30]', async () => {
    await driveAll(
      paths,
      createPureSut(deploymentWatchModel, (snapshot) => {
        const { last, deploying } = snapshot.context;
        if (snapshot.matches('idle')) expect(deploying).toBe(false);
        if (snapshot.matches({ polling: 'running' })) expect(last && isRunning(last)).toBe(true);
        if (snapshot.matches({ polling: 'inAction' }))
          expect(deploying || (last && isInAction(last))).toBe(true);
        expect(snapshot.matches('ended')).toBe(false);
      }),
    );
  });

  test('a running actor does the same with its clock', async () => {
    const delays = { runningInterval: 30_000, inActionInterval: 5000, overdue: 75_000 };
    await driveAll(paths, createActorSut(deploymentWatchModel, { delays }));
  });
});

describe('the end of a deployment', () => {
  const watch = (...reads: [StatusRead['status'], StatusRead['pendingAction'], number][]) => {
    const told: string[] = [];
    const actor = createActor(deploymentWatchMachine, { clock: new SimulatedClock() });
    actor.on('watch.refresh', () => told.push('refresh'));
    actor.on('watch.toast', ({ message }) => told.push(message));
    actor.start();
    for (const [status, pendingAction, deployedGraphVersion] of reads) {
      actor.send({ type: 'status.read', read: { status, pendingAction, deployedGraphVersion } });
    }
    return { told, snapshot: actor.getSnapshot() };
  };

  test('refreshes once when it succeeds [R4-88]', () => {
    const { told, snapshot } = watch(
      ['DEPLOYED', 'DEPLOY', 1],
      ['DEPLOYING', 'DEPLOY', 1],
      ['DEPLOYED', 'NOP', 2],
      ['DEPLOYED', 'NOP', 2],
    );
    expect(told).toEqual(['refresh']);
    expect(snapshot.matches({ polling: 'running' })).toBe(true);
  });

  test.each(['FAILED', 'ROLLED_BACK'] as const)(
    'a deployed pipeline that ends %s brings a message [R4-87]',
    (status) => {
      const { told } = watch(['DEPLOYED', 'DEPLOY', 1], [status, 'NOP', 1]);
      expect(told.toSorted()).toEqual(['Pipeline deployment failed!', 'refresh']);
    },
  );

  test('a first deployment that fails brings none [R4-89]', () => {
    const { told, snapshot } = watch(['DEFAULT', 'DEPLOY', 0], ['FAILED', 'NOP', 0]);
    expect(told).toEqual(['refresh']);
    expect(snapshot.matches('polling')).toBe(false);
  });

  test('only deployments count, not pauses', () => {
    expect(watch(['DEPLOYED', 'PAUSE', 1], ['PAUSED', 'NOP', 1]).told).toEqual([]);
  });
});

test('a failed poll keeps the last status and its pending action [R4-131]', () => {
  const actor = createActor(deploymentWatchMachine, { clock: new SimulatedClock() }).start();
  actor.send({
    type: 'status.read',
    read: { status: 'DEPLOYED', pendingAction: 'PAUSE', deployedGraphVersion: 1 },
  });
  actor.send({ type: 'status.failed' });
  const { last, isStale } = actor.getSnapshot().context;
  expect(last && getDisplay(last).label).toBe('Pausing');
  expect(last?.status).toBe('DEPLOYED');
  expect(isStale).toBe(true);
});

describe('an action that does not end', () => {
  const deploying = {
    type: 'status.read' as const,
    read: { status: 'DEPLOYED' as const, pendingAction: 'DEPLOY' as const, deployedGraphVersion: 1 },
  };
  const start = () => {
    const clock = new SimulatedClock();
    const actor = createActor(deploymentWatchMachine, { clock }).start();
    let polls = 0;
    actor.on('watch.poll', () => polls++);
    actor.send(deploying);
    return { actor, clock, polls: () => polls };
  };

  test('is overdue in the end, although its status is polled again and again', () => {
    const { actor, clock } = start();
    for (let read = 0; read < 18; read++) {
      clock.increment(4000);
      actor.send(deploying);
    }
    expect(selectIsOverdue(actor.getSnapshot())).toBe(false);
    clock.increment(3000);
    expect(selectIsOverdue(actor.getSnapshot())).toBe(true);
    actor.send({ ...deploying, read: { ...deploying.read, pendingAction: 'CANCEL' } });
    expect(selectIsOverdue(actor.getSnapshot())).toBe(false);
  });

  test('status polling: only in a focused window, and at once on focus [R4-27]', () => {
    const { actor, clock, polls } = start();
    clock.increment(5000);
    expect(polls()).toBe(1);
    actor.send({ type: 'window.blurred' });
    clock.increment(60_000);
    expect(polls()).toBe(1);
    actor.send({ type: 'window.focused' });
    expect(polls()).toBe(2);
  });
});
