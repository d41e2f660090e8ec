export * from './log-search.machine.ts';
export * from './log-search.selectors.ts';
