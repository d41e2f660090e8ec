export * from './alert-delivery.machine.ts';
export * from './alert-delivery.selectors.ts';
