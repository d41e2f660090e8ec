import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { deploymentWatchModel } from '../../machines/deployment-watch/deployment-watch.model.ts';
import {
  type DeploymentWatchEvent,
  type DeploymentWatchSnapshot,
  type StatusRead,
  selectIsOverdue,
} from '../../machines/deployment-watch/index.ts';
import { defineModel } from '../../machines/model.ts';
import { queryClient } from '../../src/console/api/query-client.ts';
import { windowFocus } from '../../src/console/lib/window-focus.ts';
import { toastsActor } from '../../src/console/state/toasts.ts';
import { DeploymentWatch } from '../../src/console/views/pipeline/deploy/DeploymentWatch.tsx';
import { notifyDeploymentScheduled } from '../../src/console/views/pipeline/deploy/request-action.ts';
import {
  ACTION_OVERDUE_MS,
  POLL_STATUS_IN_ACTION_MS,
  POLL_STATUS_RUNNING_MS,
} from '../../src/contract/limits.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makePaths } from '../harness/paths.ts';
import { pageBase } from './command-context.ts';
import { fakeClock, framesDrawn, passTime, realClock } from './fake-clock.ts';
import { screenPipeline } from './screen-pipeline.ts';

type Driven = Exclude<DeploymentWatchEvent, { type: 'watch.stop' }> | { type: `xstate.after.${string}` };

function open(first: StatusRead) {
  const refetch = vi.fn();
  let stored = { pipeline: screenPipeline(first), isError: false, readAt: 1, refetch };
  const drawn = () => (
    <QueryClientProvider client={queryClient}>
      <DeploymentWatch stored={stored} isShown />
    </QueryClientProvider>
  );
  const view = render(drawn());
  const show = (more: Partial<typeof stored>) => {
    stored = { ...stored, ...more };
    view.rerender(drawn());
  };
  return {
    refetch,
    read: (read: StatusRead) =>
      show({ pipeline: screenPipeline(read), isError: false, readAt: stored.readAt + 1 }),
    fail: () => show({ isError: true }),
    focus: (isFocused: boolean) => {
      act(() => windowFocus.set(isFocused));
    },
    schedule: () => act(() => notifyDeploymentScheduled(stored.pipeline.id)),
    isOverdue: () => screen.queryByText(/takes too long$/, { selector: 'p:not([role])' }) !== null,
  };
}
type World = ReturnType<typeof open>;

const drivers: Drivers<Driven, World> = {
  'status.read': (world, { read }) => world.read(read),
  'status.failed': (world) => world.fail(),
  'deploy.scheduled': (world) => world.schedule(),
  'window.focused': (world) => world.focus(true),
  'window.blurred': (world) => world.focus(false),
};
const AFTER: Record<string, number> = {
  runningInterval: POLL_STATUS_RUNNING_MS,
  inActionInterval: POLL_STATUS_IN_ACTION_MS,
  overdue: ACTION_OVERDUE_MS,
};

// Loaded code renders at once.
beforeAll(async () => {
  await import('../../src/console/views/pipeline/deploy/DeploymentStrip.tsx');
});
beforeEach(() => {
  pageBase();
  fakeClock();
  vi.stubGlobal('fetch', async () => Response.json({ deployment: null }));
});
afterEach(() => {
  cleanup();
  realClock();
  windowFocus.set(true);
  vi.restoreAllMocks();
});

const RUNNING: StatusRead = { status: 'DEPLOYED', pendingAction: 'NOP', deployedGraphVersion: 1 };
const DEPLOYING: StatusRead = { ...RUNNING, pendingAction: 'DEPLOY' };
const NONE: StatusRead = { status: 'DEFAULT', pendingAction: 'NOP', deployedGraphVersion: 0 };

/** The watch starts with the stored state and ends with the screen. */
const model = defineModel({
  ...deploymentWatchModel,
  vocabulary: deploymentWatchModel.vocabulary.filter(({ type }) => type !== 'watch.stop'),
});
const paths = makePaths(model);

test('shows every state: an endless action is said to be slow [E5]', async () => {
  await driveAll(paths, {
    drives: model.vocabulary.map(({ type }) => type),
    create: () => {
      const world = open(NONE);
      return {
        send: async (event: { type: string }) => {
          const [, delay] = /^xstate\.after\.(\w+)\./.exec(event.type) ?? [];
          if (delay) passTime(AFTER[delay] ?? 0);
          else await sendBy(drivers, world, event as Driven);
          await framesDrawn();
        },
        read: () => world.isOverdue(),
        dispose: cleanup,
      };
    },
    project: (snapshot: DeploymentWatchSnapshot) => selectIsOverdue(snapshot),
  });
}, 300_000);

describe('the status is read', () => {
  test.each([
    ['while in action each 5 s [R4-27]', DEPLOYING, POLL_STATUS_IN_ACTION_MS],
    ['while running each 30 s [R4-29]', RUNNING, POLL_STATUS_RUNNING_MS],
  ])('%s, in a focused window only', (_when, read, interval) => {
    const world = open(read);
    world.focus(true);
    world.refetch.mockClear();
    passTime(interval);
    expect(world.refetch).toHaveBeenCalledTimes(1);
    world.focus(false);
    passTime(10 * interval);
    expect(world.refetch).toHaveBeenCalledTimes(1);
    world.focus(true);
    expect(world.refetch).toHaveBeenCalledTimes(2);
  });

  test('no more once neither holds [R4-30]', () => {
    const world = open(RUNNING);
    world.read({ ...RUNNING, status: 'PAUSED' });
    world.refetch.mockClear();
    passTime(10 * POLL_STATUS_RUNNING_MS);
    expect(world.refetch).not.toHaveBeenCalled();
  });
});

test('a rolled back deployment is announced, and everything is read again [R4-87, R4-88, R8-47]', () => {
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  const notices = () => toastsActor.getSnapshot().context.toasts.map(({ message }) => message);
  const world = open(DEPLOYING);
  world.read({ ...RUNNING, status: 'ROLLED_BACK' });
  expect(invalidate).toHaveBeenCalledWith();
  expect(notices()).toContain('Pipeline deployment failed!');
});
