export type * from './fleet-rollout.machine.ts';
export * from './fleet-rollout.selectors.ts';
