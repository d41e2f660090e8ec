import { assign, setup } from 'xstate';

/** A person stopped intake; data already read continues to the destination. */
export type HydrationJobContext = { isPaused: boolean };

/**
 * `engine.failed`: the engine refused it, or the replay cannot continue. `job.incomplete`: finished, except
 * incompletely read files. `user.retry` continues where the job stopped.
 */
export type HydrationJobEvent =
  | { type: 'service.taken' }
  | { type: 'engine.started' }
  | { type: 'engine.failed' }
  | { type: 'job.completed' }
  | { type: 'job.incomplete' }
  | { type: 'user.pause' }
  | { type: 'user.resume' }
  | { type: 'user.terminate' }
  | { type: 'user.retry' }
  | { type: 'user.delete' };

/** One hydration job; states are the stored statuses. */
export const hydrationJobMachine = setup({
  types: {
    context: {} as HydrationJobContext,
    input: {} as HydrationJobContext,
    events: {} as HydrationJobEvent,
  },
  guards: {
    isPaused: ({ context }) => context.isPaused,
    isRunning: ({ context }) => !context.isPaused,
  },
  actions: {
    pause: assign({ isPaused: true }),
    resume: assign({ isPaused: false }),
  },
}).createMachine({
  id: 'hydrationJob',
  context: ({ input }) => input,
  initial: 'DEFAULT',
  states: {
    DEFAULT: {
      on: { 'service.taken': 'DEPLOYING', 'engine.failed': 'FAILED', 'user.terminate': 'TERMINATED' },
    },
    DEPLOYING: {
      on: { 'engine.started': 'IN_PROGRESS', 'engine.failed': 'FAILED', 'user.terminate': 'TERMINATED' },
    },
    IN_PROGRESS: {
      on: {
        'user.pause': { guard: 'isRunning', actions: 'pause' },
        'user.resume': { guard: 'isPaused', actions: 'resume' },
        'user.terminate': { target: 'TERMINATED', actions: 'resume' },
        'engine.failed': { target: 'FAILED', actions: 'resume' },
        'job.completed': { target: 'COMPLETED', actions: 'resume' },
        'job.incomplete': { target: 'FAILED', actions: 'resume' },
      },
    },
    COMPLETED: { on: { 'user.delete': 'DELETED' } },
    FAILED: { on: { 'user.retry': 'DEFAULT', 'user.delete': 'DELETED' } },
    TERMINATED: { on: { 'user.delete': 'DELETED' } },
    DELETED: { type: 'final' },
  },
});
