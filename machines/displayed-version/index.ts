export * from './displayed-version.machine.ts';
export * from './displayed-version.ts';
