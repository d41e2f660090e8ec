export * from './connection-mark.machine.ts';
export * from './connection-mark.selectors.ts';
