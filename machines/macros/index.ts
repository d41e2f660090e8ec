export * from './macro-names.ts';
export * from './macro-text.ts';
export * from './macros.machine.ts';
export * from './macros.types.ts';
