export * from './sort-cycle.machine.ts';
export * from './sort-cycle.selectors.ts';
