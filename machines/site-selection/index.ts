export * from './site-selection.machine.ts';
export * from './site-selection.selectors.ts';
