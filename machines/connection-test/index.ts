export * from './connection-test.machine.ts';
