export * from './connection-mark.machine.ts';
