export * from './draft.ts';
export * from './graph.ts';
export * from './graph-walk.ts';
export * from './pipeline-editor.facts.ts';
export * from './pipeline-editor.machine.ts';
export * from './pipeline-editor.selectors.ts';
export * from './pipeline-editor.types.ts';
export * from './validate.ts';
