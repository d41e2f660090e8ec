export * from './bulk-action.machine.ts';
export * from './bulk-action.selectors.ts';
