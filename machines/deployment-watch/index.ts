export * from './deployment-watch.machine.ts';
export * from './deployment-watch.selectors.ts';
