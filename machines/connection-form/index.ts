export * from './connection-form.machine.ts';
export * from './connection-form.selectors.ts';
