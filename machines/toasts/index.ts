export * from './toasts.machine.ts';
export * from './toasts.selectors.ts';
