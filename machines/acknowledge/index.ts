export * from './acknowledge.machine.ts';
export * from './acknowledge.selectors.ts';
export * from './acknowledge.types.ts';
