export * from './confirm.machine.ts';
