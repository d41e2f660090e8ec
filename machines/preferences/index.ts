export * from './changes.ts';
export * from './preferences.machine.ts';
export * from './preferences.selectors.ts';
