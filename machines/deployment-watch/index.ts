export * from './deployment-watch.machine.ts';
