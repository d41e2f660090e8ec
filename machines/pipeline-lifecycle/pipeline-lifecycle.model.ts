import { defineModel } from '../model.ts';
import { type LifecycleEvent, pipelineLifecycleMachine } from './pipeline-lifecycle.machine.ts';

/** What a person asks for: in the service a request, in the console a command. */
export const lifecycleUserEvents = [
  { type: 'pipeline.deploy', graphVersion: 1 },
  { type: 'pipeline.pause' },
  { type: 'pipeline.bypass' },
  { type: 'pipeline.delete' },
  { type: 'pipeline.cancel' },
] as const satisfies readonly LifecycleEvent[];

/** What the engine reports: in a test of the service, injected at the engine's port. */
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

/** A pipeline with one saved version. Drivers: one per event; a state shows status, pending action, version. */
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
