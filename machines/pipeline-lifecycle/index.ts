export * from './pipeline-lifecycle.machine.ts';
export * from './pipeline-lifecycle.rows.ts';
export * from './pipeline-lifecycle.selectors.ts';
