export * from './log-search.machine.ts';
