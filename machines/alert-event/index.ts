export * from './alert-event.machine.ts';
export * from './alert-event.selectors.ts';
