export * from './time-filter.machine.ts';
export * from './time-range.ts';
export * from './time-words.ts';
