export * from './bindings.ts';
export * from './exchange.ts';
export * from './key-map.machine.ts';
export * from './key-map.types.ts';
