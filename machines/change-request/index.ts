export type * from './change-request.machine.ts';
export * from './change-request.selectors.ts';
