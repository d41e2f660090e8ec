export * from './single-write.machine.ts';
export * from './single-write.selectors.ts';
