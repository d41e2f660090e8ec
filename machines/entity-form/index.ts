export * from './entity-form.machine.ts';
export * from './entity-form.selectors.ts';
