export * from './confirm.machine.ts';
export * from './confirm.selectors.ts';
