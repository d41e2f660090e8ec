export * from './import-review.machine.ts';
