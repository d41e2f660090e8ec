export * from './alert-delivery.machine.ts';
