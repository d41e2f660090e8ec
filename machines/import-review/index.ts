export * from './import-review.machine.ts';
export * from './import-review.selectors.ts';
