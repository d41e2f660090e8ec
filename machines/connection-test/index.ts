export * from './connection-test.machine.ts';
export * from './connection-test.selectors.ts';
