export * from './change-counts.ts';
export * from './compared-graph.ts';
export * from './data-diff.ts';
export * from './own-edges.ts';
export * from './version-diff.ts';
