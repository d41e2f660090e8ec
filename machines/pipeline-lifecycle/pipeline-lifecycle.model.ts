import { defineModel } from '../model.ts';
import { type LifecycleEvent, pipelineLifecycleMachine } from './pipeline-lifecycle.machine.ts';

/** Sent as requests in the service and as commands in the console. */
export const lifecycleUserEvents = [
  { type: 'pipeline.deploy', graphVersion: 1 },
  { type: 'pipeline.pause' },
  { type: 'pipeline.bypass' },
  { type: 'pipeline.delete' },
  { type: 'pipeline.cancel' },
] as const satisfies readonly LifecycleEvent[];

/** In service tests, injected at the engine's port. */
export const lifecycleEngineEvents = [
  { type: 'engine.queued' },
  { type: 'engine.started' },
  { type: 'engine.deployed', version: 1 },
  { type: 'engine.failed' },
  { type: 'engine.paused' },
  { type: 'engine.bypassed' },
  { type: 'engine.deleted' },
  { type: 'engine.cancelled' },
] as const satisfies readonly LifecycleEvent[];

/** A pipeline with one saved version. */
export const lifecycleModel = defineModel({
  name: 'pipeline lifecycle',
  machine: pipelineLifecycleMachine,
  input: { deployedGraphVersion: 0, latestGraphVersion: 1 },
  vocabulary: [...lifecycleUserEvents, ...lifecycleEngineEvents],
  key: ({ value, context }) => {
    const returnsTo = context.pendingAction === 'NOP' ? '' : ` from ${context.previousStatus}`;
    return `${String(value)}+${context.pendingAction} v${context.deployedGraphVersion}/${context.pendingGraphVersion}${returnsTo}`;
  },
});
