export * from './session.machine.ts';
export * from './session.selectors.ts';
