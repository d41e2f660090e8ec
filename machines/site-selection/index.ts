export * from './site-selection.machine.ts';
