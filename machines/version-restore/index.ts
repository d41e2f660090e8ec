export * from './version-restore.machine.ts';
export * from './version-restore.types.ts';
