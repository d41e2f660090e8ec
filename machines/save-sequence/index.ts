export * from './save-sequence.logic.ts';
export * from './save-sequence.machine.ts';
export * from './save-sequence.types.ts';
