export * from './command-palette.machine.ts';
export * from './command-palette.selectors.ts';
export * from './frecency.ts';
export * from './palette.steps.ts';
export * from './palette.types.ts';
export * from './rank.ts';
