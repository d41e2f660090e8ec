export * from './bulk-action.machine.ts';
