export * from './conflicts.ts';
export * from './key-sequence.machine.ts';
export * from './keys.ts';
export * from './match.ts';
