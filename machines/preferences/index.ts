export * from './changes.ts';
export * from './preferences.machine.ts';
