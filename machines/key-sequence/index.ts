export * from './conflicts.ts';
export * from './key-sequence.machine.ts';
export * from './key-sequence.selectors.ts';
export * from './keys.ts';
export * from './match.ts';
