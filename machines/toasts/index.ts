export * from './toasts.machine.ts';
