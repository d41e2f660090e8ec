export * from './hydration-job.machine.ts';
export * from './hydration-job.selectors.ts';
