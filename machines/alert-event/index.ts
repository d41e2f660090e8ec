export * from './alert-event.machine.ts';
