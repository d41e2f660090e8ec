export * from './raise-pr.machine.ts';
