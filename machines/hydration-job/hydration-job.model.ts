import { defineModel } from '../model.ts';
import { hydrationJobMachine } from './hydration-job.machine.ts';

export const hydrationJobModel = defineModel({
  name: 'hydration job',
  machine: hydrationJobMachine,
  input: { isPaused: false },
  vocabulary: [
    { type: 'service.taken' },
    { type: 'engine.started' },
    { type: 'engine.failed' },
    { type: 'job.completed' },
    { type: 'job.incomplete' },
    { type: 'user.pause' },
    { type: 'user.resume' },
    { type: 'user.terminate' },
    { type: 'user.retry' },
    { type: 'user.delete' },
  ],
  key: ({ value, context }) => `${value}${context.isPaused ? ', paused' : ''}`,
});
