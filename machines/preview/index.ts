export * from './preview.machine.ts';
export * from './preview.selectors.ts';
export * from './preview.types.ts';
